import { useDeployedText } from '../facts/use-draft-changes.js';
import { useWorkflow } from '../facts/use-workflow.js';
import { useEditor } from '../store/editor-context.js';

/** There is something to deploy. Nothing is claimed before what runs is read. */
export function useHasChanges(): boolean {
  const deployedVersion = useWorkflow().workflow?.deployedVersion;
  const deployed = useDeployedText(deployedVersion ?? null);
  const draft = useEditor(({ log }) => log.document.text);
  return deployedVersion === null || (deployed !== undefined && deployed !== draft);
}
