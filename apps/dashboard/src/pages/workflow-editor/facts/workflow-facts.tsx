/** Beside the workflow's name: what runs of it, who may change it, and the menu. */
import { factsText as words } from '../../../text/workflow-facts.js';
import { BadgeButton } from '../../../ui/badge-button.js';
import type { Side } from '../side.js';
import styles from './facts.module.css';
import { ScheduleChip } from './schedule-chip.js';
import { StateChip } from './state-chip.js';
import { useWorkflow } from './use-workflow.js';
import { WorkflowMenu } from './workflow-menu.js';

export interface WorkflowFactsProps {
  readOnlyReason: string | null;
  onSide: (side: Side) => void;
  onRename: () => void;
}

export function WorkflowFacts({ readOnlyReason, onSide, onRename }: WorkflowFactsProps) {
  const { workflow, isGone } = useWorkflow();
  if (workflow === undefined || isGone) return null;
  return (
    <>
      <span className={styles.chips}>
        <StateChip workflow={workflow} onDeploy={() => onSide('deploy')} />
        {workflow.trigger === 'schedule' && (
          <ScheduleChip workflow={workflow} onPress={() => onSide('settings')} />
        )}
        {readOnlyReason !== null && (
          <BadgeButton
            tone="line"
            detail={words.state.viewOnlyDetail}
            onPress={() => onSide('settings')}
          >
            {words.state.viewOnly}
          </BadgeButton>
        )}
      </span>
      <WorkflowMenu {...{ workflow, onSide, onRename, readOnlyReason }} />
    </>
  );
}
