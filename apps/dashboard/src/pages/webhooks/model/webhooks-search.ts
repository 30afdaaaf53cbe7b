import { id, search } from '../../../core/search/search.js';

/** What the page shows, in its address. */
export const webhooksSearch = search({ subscription: id(), delivery: id() });
