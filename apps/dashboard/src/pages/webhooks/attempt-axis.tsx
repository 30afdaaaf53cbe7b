import type { AttemptOnAxis } from '../../core/delivery/attempts.js';
import { durationText } from '../../core/format/format.js';
import marks from '../../parts/attempt-marks/attempt-marks.module.css';
import { useNow } from '../../parts/time/use-now.js';
import { webhooksText as words } from '../../text/webhooks.js';
import styles from './attempt-axis.module.css';

export interface AttemptAxisProps {
  axis: readonly AttemptOnAxis[];
  chosen: number | null;
  onChoose: (number: number) => void;
}

/** Longer waits are longer lines, but not in proportion: 5 s and 3 min both must fit. */
const flexOf = (afterMs: number | null): number =>
  afterMs === null ? 1 : 1 + Math.log10(1 + afterMs / 1_000);

export function AttemptAxis({ axis, chosen, onChoose }: AttemptAxisProps) {
  return (
    <ol className={`${marks.marks} ${styles.axis}`} aria-label={words.attempts(axis.length)}>
      {axis.map((one, index) => (
        <li
          key={one.number ?? 'due'}
          data-mark={one.mark}
          style={{ flexGrow: flexOf(axis[index + 1]?.afterMs ?? null) }}
        >
          {one.number === null ? (
            <Text {...one} />
          ) : (
            <button
              type="button"
              aria-current={one.number === chosen ? 'true' : undefined}
              onClick={() => onChoose(one.number ?? 0)}
            >
              <Text {...one} />
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

function Text({ attempt, afterMs }: AttemptOnAxis) {
  useNow();
  const met = attempt === null ? words.due : (attempt.status ?? words.silent);
  const after = afterMs === null ? words.atOnce : `+${durationText(afterMs)}`;
  return (
    <>
      <b>{met}</b>
      <span>{attempt === null ? after : `${after}, ${durationText(attempt.latencyMs)}`}</span>
    </>
  );
}
