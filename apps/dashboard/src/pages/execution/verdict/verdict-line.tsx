/** What became of the execution, in one sentence, and the facts of it in one line. */
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { PressText } from '../../../ui/press-text.js';
import { sentenceOf } from '../../../parts/verdict/sentence.js';
import type { ShownExecution } from '../shown-execution.js';
import { Facts } from './facts.js';
import styles from './verdict.module.css';

export interface VerdictLineProps {
  execution: ShownExecution;
  nowMs: number;
  onChoose: (spanId: string) => void;
  onShowEvents: () => void;
}

const signPx = 22;

export function VerdictLine({ execution, nowMs, onChoose, onShowEvents }: VerdictLineProps) {
  const { status, verdict } = execution;
  const { before, place, after } = sentenceOf(verdict, nowMs);
  return (
    <section className={styles.verdict} data-status={status}>
      <StatusLabel status={status} isIconOnly iconSize={signPx} />
      <div className={styles.words}>
        <p className={styles.sentence}>
          {before}
          {place !== null && (
            <PressText className={styles.place} onPress={() => onChoose(place.spanId)}>
              {place.name}
            </PressText>
          )}
          {after}
        </p>
        <Facts execution={execution} nowMs={nowMs} onShowEvents={onShowEvents} />
      </div>
    </section>
  );
}
