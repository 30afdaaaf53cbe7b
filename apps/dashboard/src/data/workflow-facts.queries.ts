/** The workflow itself: its name, its folder, copies of it, and where its schedule leads. */
import type { Folder } from '../core/folder/folder-list.js';
import type { BlockPositions } from '../core/layout/stored.js';
import { queryOptions } from '@tanstack/react-query';
import { call, keyOf, started } from './ask.js';
import { sendText } from './send-text.js';

export interface FactChanges {
  readonly name?: string;
  readonly description?: string | null;
  readonly folderId?: string | null;
}

export const changeFacts = (workspaceId: string, id: string, changes: FactChanges) =>
  call(workspaceId, 'changeWorkflow', { path: { id }, body: changes });

/** As many as a workspace may have. */
const mostPages = 20;

export const allFolders = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId, 'listFolders'), 'all'],
    queryFn: async ({ signal }): Promise<readonly Folder[]> => {
      const found: Folder[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        const answer = await call(workspaceId, 'listFolders', { query }, signal);
        found.push(...answer.data);
        cursor = answer.nextCursor;
        if (cursor === undefined) break;
      }
      return found;
    },
  });

export const createFolder = async (workspaceId: string, name: string): Promise<string> =>
  (await call(workspaceId, 'createFolder', { body: { name } })).data.id;

export interface NewWorkflow {
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  /** Its text: white space and digits stay. */
  readonly definition: string;
  readonly positions: BlockPositions;
}

/** @returns its id; a draft with problems is taken too */
export async function createFromText(
  workspaceId: string,
  { definition, positions, ...facts }: NewWorkflow,
): Promise<string> {
  const text = `${JSON.stringify(facts).slice(0, -1)},"definition":${definition}}`;
  const { id } = await sendText<{ readonly id: string }>('POST', '/workflows?allowProblems=true', {
    workspace: workspaceId,
    text,
  });
  const body = { positions, sizes: {}, collapsed: [] };
  // Without its places the copy is laid out.
  started(call(workspaceId, 'putWorkflowLayout', { path: { id }, body }));
  return id;
}
