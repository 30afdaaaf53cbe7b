import type { ReactNode } from 'react';
import { costText, durationText } from '../../../core/format/format.js';
import { Time } from '../../../parts/time/time.js';
import { executionText } from '../../../text/execution.js';
import {
  Clock,
  Coins,
  GitCommitHorizontal,
  Hourglass,
  type IconType,
  Webhook,
} from '../../../ui/icon.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import { waitedIn } from '../model/waited.js';
import type { ShownExecution } from '../shown-execution.js';
import { triggerText } from '../model/trigger-text.js';
import styles from './verdict.module.css';

const { facts: words } = executionText;

export interface FactsProps {
  execution: ShownExecution;
  nowMs: number;
  onShowEvents: () => void;
}

export function Facts({ execution, nowMs }: FactsProps) {
  const { head, ledger } = execution;
  const { cost, draft, deploymentVersion } = head;
  const waited = waitedIn(ledger, nowMs);
  const spent = [
    ...(cost.total > 0 ? [costText(cost.total)] : []),
    ...(cost.tokens.total > 0 ? [words.tokens(cost.tokens.total)] : []),
  ];
  return (
    <ul className={styles.facts} aria-label={words.label}>
      <Fact icon={GitCommitHorizontal}>
        {draft ? words.draft : words.version(deploymentVersion)}
      </Fact>
      <Fact icon={Webhook}>{triggerText(head)}</Fact>
      <Fact icon={Clock}>
        <Time at={head.startedAt} />
      </Fact>
      {spent.length > 0 && (
        <Fact icon={Coins} isWide>
          {spent.join(', ')}
        </Fact>
      )}
      {waited.queuedMs > 0 && (
        <Fact icon={Hourglass} isWide>
          {words.queued(durationText(waited.queuedMs))}
        </Fact>
      )}
      {waited.retryMs > 0 && (
        <Fact icon={Hourglass} isWide>
          {words.waitedToRetry(durationText(waited.retryMs))}
        </Fact>
      )}
      {waited.waitMs > 0 && (
        <Fact icon={Hourglass} isWide>
          {words.waited(durationText(waited.waitMs))}
        </Fact>
      )}
    </ul>
  );
}

interface FactProps {
  icon: IconType;
  /** Left out on phones. */
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ icon: Icon, isWide = false, children }: FactProps) {
  return (
    <li data-wide={isWide ? '' : undefined}>
      <Icon {...smallIconSize} />
      {children}
    </li>
  );
}
