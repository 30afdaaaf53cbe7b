/** The drawer, loaded when it opens: most who look at a list run nothing. */
import { lazyPart } from '../lazy/lazy-part.js';

export const Run = lazyPart(async () => (await import('./run-any.js')).RunAny);
