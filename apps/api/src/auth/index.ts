export { Public } from '@libs/platform';
export { Scopes } from './api-key.guard.js';
export { CurrentPrincipal } from './principal.js';
export type { Principal } from './principal.js';
export { WhileKeyWorks } from './while-key-works.js';
