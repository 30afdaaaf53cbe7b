/** What the receiver gets, with the lines that the form's ticks change; a test; what was sent. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isSuccess } from '../../core/delivery/is-success.js';
import { pipsOf } from '../../core/delivery/pips.js';
import { durationText } from '../../core/format/format.js';
import { sizeText } from '../../core/format/size-text.js';
import { paths } from '../../core/paths/paths.js';
import type { Inclusion } from '../../core/subscription/subscription-draft.js';
import { lastDeliveries } from '../../data/sample.queries.js';
import { workflowWebhooksText as words } from '../../text/workflow-webhooks.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Notice } from '../../ui/notice.js';
import { AttemptPips } from '../attempt-pips/attempt-pips.js';
import { failureText } from '../failure/failure-notice.js';
import { Time } from '../time/time.js';
import { Sample } from './sample.js';
import type { EditedSubscription } from './edited-subscription.js';
import type { Test } from './use-test.js';
import styles from './webhooks-panel.module.css';

export interface SampleColumnProps {
  of: EditedSubscription;
  /** What is sent now. */
  saved: readonly Inclusion[];
  includes: readonly Inclusion[];
  test: Test;
}

export function SampleColumn({ of, saved, includes, test }: SampleColumnProps) {
  const { workspaceId, workflowId, subscription } = of;
  return (
    <div className={styles.sample}>
      <Sample
        workspaceId={workspaceId}
        workflowId={workflowId}
        before={subscription === null ? [] : saved}
        after={includes}
      />
      {(test.answer !== null || test.error !== null) && (
        <section aria-label={words.test} className={styles.part}>
          <header>
            <h3>{words.test}</h3>
            <small>{words.testMarked}</small>
          </header>
          <TestResult test={test} />
        </section>
      )}
      {subscription !== null && (
        <LastDeliveries
          workspaceId={workspaceId}
          workflowId={workflowId}
          subscriptionId={subscription.id}
        />
      )}
    </div>
  );
}

function TestResult({ test: { answer, error } }: { test: Test }) {
  if (error !== null) return <Notice tone="error" title={failureText(error)} />;
  if (answer === null) return null;
  const { status, errorCode, errorMessage, latencyMs, responseBody } = answer;
  const took = durationText(latencyMs);
  const body = responseBody ?? '';
  return (
    <Notice
      tone={isSuccess(status) ? 'success' : 'error'}
      title={status === null ? words.noAnswer(errorCode ?? '', took) : words.answered(status, took)}
      detail={errorMessage ?? (body === '' ? undefined : sizeText(body.length))}
    >
      {body !== '' && (
        <CodeBlock label={words.test} text={body} isWrapped isCapped hasCopy={false} />
      )}
    </Notice>
  );
}

interface Sent {
  readonly attemptCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly nextDueAt: string | null;
  readonly lastStatus: number | null;
  readonly lastErrorCode: string | null;
}

const answerOf = ({ lastStatus, lastErrorCode }: Sent): string =>
  lastErrorCode !== null && lastStatus === null ? words.noCode : String(lastStatus ?? '');

/** From the event to the last attempt's end. */
const tookOf = ({ createdAt, updatedAt, nextDueAt, attemptCount }: Sent): string =>
  nextDueAt !== null || attemptCount === 0
    ? ''
    : durationText(Date.parse(updatedAt) - Date.parse(createdAt));

interface LastDeliveriesProps {
  workspaceId: string;
  workflowId: string;
  subscriptionId: string;
}

function LastDeliveries({ workspaceId, ...of }: LastDeliveriesProps) {
  const { data } = useQuery(lastDeliveries(workspaceId, of));
  const page = `${paths.webhooks(workspaceId)}?subscription=${of.subscriptionId}`;
  return (
    <section aria-label={words.deliveries} className={styles.part}>
      <header>
        <h3>{words.deliveries}</h3>
        <Link to={page}>{words.allDeliveries}</Link>
      </header>
      {data?.data.length === 0 && <p className={styles.quiet}>{words.noDeliveries}</p>}
      <ul className={styles.sent}>
        {data?.data.map((delivery) => (
          <li key={delivery.id}>
            <AttemptPips attempts={pipsOf(delivery)} label={words.tried(delivery.attemptCount)} />
            <Link to={paths.execution(workspaceId, delivery.executionId)}>
              {delivery.executionId.slice(-8)}
            </Link>
            <span title={delivery.lastErrorCode ?? undefined}>{answerOf(delivery)}</span>
            <span className={styles.quiet}>{tookOf(delivery)}</span>
            <span className={styles.quiet}>
              <Time at={delivery.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
