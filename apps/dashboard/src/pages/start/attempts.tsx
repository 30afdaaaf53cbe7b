/** The attempts on the schedule of the service, and how long until the next one. */
import marks from '../../parts/attempt-marks/attempt-marks.module.css';
import { useNow } from '../../parts/time/use-now.js';
import { startText } from '../../text/start.js';
import text from '../../ui/text.module.css';
import styles from './attempts.module.css';
import { attemptPlan, type PlannedAttempt } from './model/attempt-plan.js';
import type { DemoDelivery } from './use-demo.js';

const { sent: words } = startText;

export interface AttemptsProps {
  delivery: DemoDelivery | null;
  /** What to add to this machine's clock for the server's. */
  clockMs: number;
}

export function Attempts({ delivery, clockMs }: AttemptsProps) {
  const nextDueAt = delivery?.nextDueAt ?? null;
  const nowMs = useNow(1_000, nextDueAt !== null) + clockMs;
  const leftS = nextDueAt === null ? 0 : Math.ceil((Date.parse(nextDueAt) - nowMs) / 1_000);
  const left = leftS > 0 ? words.dueIn(leftText(leftS)) : words.dueNow;
  const plan = attemptPlan(delivery);
  return (
    <ol
      className={`${marks.marks} ${styles.axis}`}
      aria-label={words.attempts}
      data-many={plan.length > 5 ? '' : undefined}
    >
      {plan.map((attempt, index) => (
        <li key={index} data-mark={attempt.mark}>
          <b aria-hidden="true">{metText(attempt, left)}</b>
          <span aria-hidden="true">{attempt.wait ?? words.byHand}</span>
          <span className={text.hidden}>{spoken(attempt, left)}</span>
        </li>
      ))}
    </ol>
  );
}

const leftText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} m ${seconds % 60} s`;

function metText({ mark, status }: PlannedAttempt, left: string): string {
  if (mark === 'due') return left;
  return mark === 'planned' ? '' : String(status ?? words.noAnswer);
}

function spoken(attempt: PlannedAttempt, left: string): string {
  const when = attempt.wait ?? words.byHand;
  const met = metText(attempt, left);
  switch (attempt.mark) {
    case 'planned':
      return words.attempt.planned(when);
    case 'due':
    case 'failed':
    case 'succeeded':
      return words.attempt[attempt.mark](met, when);
  }
}
