import { keepPreviousData } from '@tanstack/react-query';
import { ask } from './ask.js';

/** The fewest characters that the server searches for. */
export const leastTyped = 2;

/** What is shown for the text before stays until the answer is there. */
export const searchFor = (workspaceId: string, q: string) => ({
  ...ask(workspaceId, 'searchWorkspace', { query: { q } }),
  enabled: q.length >= leastTyped,
  placeholderData: keepPreviousData,
});
