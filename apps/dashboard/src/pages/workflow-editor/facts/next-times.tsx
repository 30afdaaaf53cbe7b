/** The next times of the schedule, by the scheduler's own code. */
import { absoluteText } from '../../../core/format/format.js';
import { Time } from '../../../parts/time/time.js';
import { factsText } from '../../../text/workflow-facts.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { common } from '../../../text/common.js';
import styles from './facts.module.css';
import { useNextTimes } from './schedule-chip.js';

const { schedule: words } = factsText;

const shown = 5;

export function NextTimes({ deployedVersion }: { deployedVersion: number | null }) {
  const { times, next, isBroken } = useNextTimes(deployedVersion);
  if (isBroken) return <p>{words.broken}</p>;
  if (times === null || next === undefined) return <Skeleton label={common.loading} rows={2} />;
  if (next.length === 0) return <p>{words.none}</p>;
  return (
    <>
      <ol className={styles.times}>
        {next.slice(0, shown).map((at) => (
          <li key={at}>
            {absoluteText(at, times.timezone)}
            {', '}
            <Time at={at} isAhead />
          </li>
        ))}
      </ol>
      <p className={styles.quiet}>{words.zone(times.timezone)}</p>
    </>
  );
}
