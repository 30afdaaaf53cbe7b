import type { ReactNode } from 'react';
import type { TraceHead } from '../../../core/execution/trace-events.js';
import { costText, countText, durationText } from '../../../core/format/format.js';
import { paths } from '../../../core/paths/paths.js';
import { Time } from '../../../parts/time/time.js';
import { executionText } from '../../../text/execution.js';
import { AppLink } from '../../../ui/app-link.js';
import {
  BookText,
  Clock,
  Coins,
  GitCommitHorizontal,
  Hourglass,
  type IconType,
  RotateCcw,
  Webhook,
  Workflow,
} from '../../../ui/icon.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import { PressText } from '../../../ui/press-text.js';
import text from '../../../ui/text.module.css';
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

export function Facts({ execution, nowMs, onShowEvents }: FactsProps) {
  const { workspaceId, head, ledger } = execution;
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
      <Relatives workspaceId={workspaceId} head={head} />
      {head.ledger.lastOffset !== null && (
        <Fact icon={BookText} isWide>
          <PressText className={styles.events} onPress={onShowEvents}>
            {words.events(
              countText(head.ledger.firstOffset ?? head.ledger.lastOffset),
              countText(head.ledger.lastOffset),
            )}
          </PressText>
        </Fact>
      )}
    </ul>
  );
}

/** Other executions that this one comes from or led to. */
function Relatives({ workspaceId, head }: { workspaceId: string; head: TraceHead }) {
  const { rerunOf, parent, reruns } = head;
  const [newest] = reruns;
  const to = (id: string): string => paths.execution(workspaceId, id);
  return (
    <>
      {parent !== null && (
        <Fact icon={Workflow}>
          <AppLink className={text.link} href={to(parent.executionId)}>
            {words.parent}
          </AppLink>
        </Fact>
      )}
      {rerunOf !== null && (
        <Fact icon={RotateCcw}>
          <AppLink className={text.link} href={to(rerunOf)}>
            {words.rerunOf}
          </AppLink>
        </Fact>
      )}
      {newest !== undefined && (
        <Fact icon={RotateCcw}>
          <AppLink className={text.link} href={to(newest.executionId)}>
            {words.reruns(reruns.length)}
          </AppLink>
        </Fact>
      )}
    </>
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
