/** Versions of a workflow: who deployed them, and going back to one. */
import type { Operations } from '@libs/client';
import type { ScheduleTimes } from '../core/version-diff/caller-notices.js';
import { ask, pagesOf } from './ask.js';
import type { DraftAnswer } from './definition-text.js';
import { sendText } from './send-text.js';

export type ListedVersion = Operations['listWorkflowVersions']['answer']['data'][number];

/** Newest first. */
export const versionPages = (workspaceId: string, id: string) =>
  pagesOf(workspaceId, 'listWorkflowVersions', { path: { id }, query: { limit: 50 } });

/** For the names of those who deployed. */
export const deployers = (workspaceId: string) => ({
  ...ask(workspaceId, 'listMembers', { path: { workspaceId }, query: { limit: 100 } }),
  staleTime: 60_000,
});

export const schedulePreview = (workspaceId: string, times: ScheduleTimes) => ({
  ...ask(workspaceId, 'previewSchedule', {
    body: {
      ...(times.cron !== null && { cron: times.cron, timezone: times.timezone }),
      ...(times.everySeconds !== null && { everySeconds: times.everySeconds }),
    },
  }),
  staleTime: 60_000,
  retry: false,
});

/**
 * The draft becomes a definition, byte by byte. Layout, name and folder stay.
 * @throws ApiRefusal 412 when somebody saved since `revision`
 */
export const replaceDraft = (
  workspaceId: string,
  { id, revision }: Pick<DraftAnswer, 'id' | 'revision'>,
  definition: string,
): Promise<unknown> =>
  sendText('PATCH', `/workflows/${encodeURIComponent(id)}?allowProblems=true`, {
    workspace: workspaceId,
    text: `{"definition":${definition}}`,
    headers: { 'if-match': `"${revision}"` },
  });
