import { oneOf, search } from '../../../core/search/search.js';

export const workflowViews = ['overview', 'definition'] as const;
const workflowStates = ['draft', 'deployed'] as const;
export type WorkflowStateShown = (typeof workflowStates)[number];

/** What the page shows, in its address. */
export const workflowSearch = search({
  view: oneOf(workflowViews),
  /** Null: the deployed version, where there is one. */
  of: oneOf(workflowStates),
});
