import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lastPips } from '../../core/delivery/last-pips.js';
import { receiverStateOf } from '../../core/delivery/receiver-state.js';
import { paths } from '../../core/paths/paths.js';
import { workflowDeliveries } from '../../data/sample.queries.js';
import type { Subscription } from '../../data/workflow.queries.js';
import { workflowWebhooksText as words } from '../../text/workflow-webhooks.js';
import { Lock, Pencil } from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';
import text from '../../ui/text.module.css';
import { AttemptPips, type Pip } from '../attempt-pips/attempt-pips.js';
import { ReceiverLabel } from '../receiver-label/receiver-label.js';
import styles from './webhooks-panel.module.css';

export interface SubscriptionRowsProps {
  workspaceId: string;
  workflowId: string;
  own: readonly Subscription[];
  ofAll: readonly Subscription[];
  chosen: string | null;
  /** Ids of those with edits that are not saved. */
  edited: ReadonlySet<string>;
  onChoose: (id: string) => void;
}

export function SubscriptionRows({ workspaceId, workflowId, ...props }: SubscriptionRowsProps) {
  const { own, ofAll, chosen, edited, onChoose } = props;
  const deliveries = useQuery(workflowDeliveries(workspaceId, workflowId));
  const pips = lastPips(deliveries.data?.data ?? []);
  return (
    <section aria-label={words.subscriptions} className={styles.rows}>
      {own.length === 0 && chosen !== 'new' && <p className={styles.says}>{words.none}</p>}
      <ul>
        {own.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.row}
              aria-current={one.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(one.id)}
            >
              <Face one={one} pips={pips.get(one.id) ?? []} sign={edited.has(one.id)} />
            </button>
          </li>
        ))}
        {chosen === 'new' && (
          <li className={styles.row} aria-current="true">
            {words.newOne}
          </li>
        )}
      </ul>
      {ofAll.length > 0 && (
        <>
          <p className={styles.gap}>
            {words.ofWorkspace} <Link to={paths.webhooks(workspaceId)}>{words.webhooks}</Link>
          </p>
          <ul>
            {ofAll.map((one) => (
              <li key={one.id} className={styles.row} data-locked="">
                <Face one={one} pips={pips.get(one.id) ?? []} sign="lock" />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface FaceProps {
  one: Subscription;
  pips: readonly Pip[];
  /** True: it has edits that are not saved. */
  sign: 'lock' | boolean;
}

function Face({ one, pips, sign }: FaceProps) {
  return (
    <>
      <span className={styles.url}>
        {sign === 'lock' && (
          <>
            <Lock {...smallIconSize} />
            <span className={text.hidden}>{words.locked}</span>
          </>
        )}
        {sign === true && <Pencil {...smallIconSize} />}
        <span className={styles.cut} title={one.url}>
          {one.url.replace(/^https?:\/\//, '')}
        </span>
      </span>
      <span className={styles.told}>{words.told(one.levelFilter, one.triggerFilter)}</span>
      <span className={styles.pips}>
        {pips.length > 0 && <AttemptPips attempts={pips} label={words.lastOnes(pips.length)} />}
      </span>
      <ReceiverLabel state={receiverStateOf(one)} offReason={one.deactivatedReason} />
    </>
  );
}
