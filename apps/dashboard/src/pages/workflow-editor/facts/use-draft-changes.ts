import { useQuery } from '@tanstack/react-query';
import { versionText } from '../../../data/definition-text.js';
import { useDifferences } from '../../../parts/version-diff/use-differences.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';

/** The text of the version that runs. Undefined: nothing runs, or it is not read yet. */
export function useDeployedText(version: number | null): string | undefined {
  const { workspaceId, workflowId } = useEditorOf();
  const options = versionText(workspaceId, workflowId, version ?? 0);
  return useQuery({ ...options, enabled: version !== null }).data?.text;
}

/**
 * How many blocks, edges and fields differ from what runs, as of the last save. Suspends while a
 * worker compares long texts. Null: they can not be compared.
 */
export function useDraftChanges(deployed: string): number | null {
  const draft = useEditor(({ base }) => base);
  const list = useDifferences(deployed, draft)?.list;
  return list === undefined ? null : list.blocks.length + list.edges.length + list.fields.length;
}
