import { useQuery } from '@tanstack/react-query';
import { getWorkflow } from '../../data/workflow.queries.js';
import { runText as words } from '../../text/run.js';
import { Drawer } from '../../ui/drawer.js';
import { Loaded } from '../failure/loaded.js';
import { RunDrawer, type RunDrawerProps } from './run-drawer.js';

export interface RunAnyProps extends Pick<RunDrawerProps, 'draftFirst'> {
  workspaceId: string;
  workflowId: string;
  onClose: () => void;
}

export function RunAny({ workspaceId, workflowId, ...props }: RunAnyProps) {
  const { onClose } = props;
  const workflow = useQuery(getWorkflow(workspaceId, workflowId));
  if (workflow.data !== undefined)
    return <RunDrawer workspaceId={workspaceId} workflow={workflow.data.data} {...props} />;
  return (
    <Drawer title={words.choose} isOpen onClose={onClose}>
      <Loaded query={workflow}>{() => null}</Loaded>
    </Drawer>
  );
}
