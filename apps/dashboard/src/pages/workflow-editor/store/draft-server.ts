/** The draft at the server, as its exact text. */
import { ApiRefusal, type ErrorBody } from '@libs/client';
import { answered, call } from '../../../data/ask.js';
import { readDraftText } from '../../../data/definition-text.js';
import type { Problem } from './editor-state.js';
import type { DraftServer } from './keep-saving.js';

interface SavedAnswer {
  readonly data: { readonly revision: number; readonly problems: readonly Problem[] };
  readonly warnings: readonly Problem[];
}

/** What the last save of the draft found, whoever saved it. */
export function problemIn(stored: Readonly<Record<string, unknown>>): Problem[] {
  const { code, blockId, field, message } = stored;
  if (typeof field !== 'string' || typeof message !== 'string') return [];
  return [
    {
      code: typeof code === 'string' ? code : undefined,
      blockId: typeof blockId === 'string' ? blockId : null,
      ...{ field, message },
    },
  ];
}

async function readDraft(workspaceId: string, workflowId: string) {
  const { text, answer } = await readDraftText(workspaceId, workflowId);
  return { text, revision: answer.revision, answer };
}

export const draftServer = (workspaceId: string, workflowId: string): DraftServer => ({
  read: async () => {
    const { text, revision, answer } = await readDraft(workspaceId, workflowId);
    return { text, revision, problems: answer.problems.flatMap(problemIn) };
  },
  save: async (text, revision) => {
    const response = await answered(`/api/v1/workflows/${workflowId}?allowProblems=true`, {
      method: 'PATCH',
      credentials: 'same-origin',
      headers: {
        'x-workspace-id': workspaceId,
        'content-type': 'application/json',
        'if-match': `"${revision}"`,
      },
      // Written by hand: the text of the definition stays as it is.
      body: `{"definition":${text}}`,
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new ApiRefusal(response.status, body as ErrorBody, null);
    const { data, warnings } = body as SavedAnswer;
    return { revision: data.revision, problems: data.problems, warnings };
  },
});

/** What is wrong with a definition. */
export async function checkText(workspaceId: string, text: string) {
  const definition: unknown = JSON.parse(text);
  const { problems, warnings } = (
    await call(workspaceId, 'checkWorkflow', { body: { definition } })
  ).data;
  return { problems, warnings };
}
