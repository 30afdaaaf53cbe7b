import { executionExportText as words } from '../../text/execution-export.js';
import { ExportMenu, type ExportMenuProps } from './export-menu.js';
import { RunMenu } from './run-menu.js';

export interface ListActionsProps extends Omit<ExportMenuProps, 'disabledReason'> {
  /** Whether the filter names a workflow that does not exist, or none is read yet. */
  isUnknown: boolean;
}

export function ListActions({ isUnknown, ...list }: ListActionsProps) {
  return (
    <>
      <ExportMenu {...list} disabledReason={isUnknown ? words.needsWorkflow : null} />
      <RunMenu workspaceId={list.workspaceId} />
    </>
  );
}
