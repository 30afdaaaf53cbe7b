import { oneOf, search } from '../../../core/search/search.js';

export const workflowViews = ['overview', 'versions', 'definition'] as const;

/** What the page shows, in its address. */
export const workflowSearch = search({ view: oneOf(workflowViews) });
