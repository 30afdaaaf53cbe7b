/** What a deployment changes, beside the canvas. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { versionText } from '../../data/definition-text.js';
import { getWorkflow } from '../../data/workflow.queries.js';
import { DeployPanel } from '../../parts/deploy/deploy-panel.js';
import { useEditor, useEditorOf } from './store/editor-context.js';
import { select } from './store/editor-store.js';
import { useDeployTests } from './tests/use-deploy-tests.js';

export function DeploySide({ name, onClose }: { name: string; onClose: () => void }) {
  const { workspaceId, workflowId, store, flush } = useEditorOf();
  const queryClient = useQueryClient();
  const options = getWorkflow(workspaceId, workflowId);
  const workflow = useQuery(options).data?.data;
  const deployedVersion = workflow?.deployedVersion ?? null;
  const deployed = useQuery({
    ...versionText(workspaceId, workflowId, deployedVersion ?? 0),
    enabled: deployedVersion !== null,
  });
  const { onRunTests, ...tests } = useDeployTests();
  const draft = useEditor(({ base }) => base);
  const revision = useEditor((state) => state.revision);
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  if (workflow === undefined || (deployedVersion !== null && deployed.data === undefined))
    return null;
  return (
    <DeployPanel
      workspaceId={workspaceId}
      workflow={{ id: workflowId, name, revision, deployedVersion }}
      texts={{ draft, deployed: deployed.data?.text ?? null }}
      checks={{ problems, warnings, ...tests }}
      selection={{ blockId: selected, onSelect: (id) => select(store, [id]) }}
      events={{
        onDeployed: () => {
          void queryClient.invalidateQueries({ queryKey: options.queryKey });
          onClose();
        },
        onClose,
        onStale: () => void flush(),
        onRunTests,
      }}
    />
  );
}
