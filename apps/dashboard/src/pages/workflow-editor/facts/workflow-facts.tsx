/** Beside the workflow's name: what runs of it, who may change it, and the menu. */
import type { ReactNode } from 'react';
import { factsText as words } from '../../../text/workflow-facts.js';
import { BadgeButton } from '../../../ui/badge-button.js';
import type { Side } from '../side.js';
import { ScheduleChip } from './schedule-chip.js';
import { StateChip } from './state-chip.js';
import { useWorkflow } from './use-workflow.js';
import { WorkflowMenu } from './workflow-menu.js';

export interface WorkflowFactsProps {
  readOnlyReason: string | null;
  onSide: (side: Side) => void;
  onRename: () => void;
  /** Between the facts and the menu: how the draft is saved. */
  children: ReactNode;
}

export function WorkflowFacts({ readOnlyReason, children, ...props }: WorkflowFactsProps) {
  const { onSide, onRename } = props;
  const { workflow, isGone } = useWorkflow();
  if (workflow === undefined || isGone) return children;
  return (
    <>
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
      {children}
      <WorkflowMenu {...{ workflow, onSide, onRename, readOnlyReason }} />
    </>
  );
}
