import { search, text } from '../../../core/search/search.js';

/** What the list shows, in its address. */
export const workflowsSearch = search({ q: text(200) });
