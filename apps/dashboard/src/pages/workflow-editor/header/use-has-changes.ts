import { useDeployedText } from '../facts/use-draft-changes.js';
import { useWorkflow } from '../facts/use-workflow.js';
import { useEditor } from '../store/editor-context.js';

/** There is something to deploy. Nothing is claimed before what runs is read. */
export function useHasChanges(): boolean {
  const deployedVersion = useWorkflow().workflow?.deployedVersion;
  const deployed = useDeployedText(deployedVersion ?? null);
  const isSame = useEditor(({ log }) => log.document.text === deployed);
  return deployedVersion === null || (deployed !== undefined && !isSame);
}
