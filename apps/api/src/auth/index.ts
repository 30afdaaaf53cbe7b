export { Public } from '@libs/platform';
export { ApiKeyGuard, Scopes } from './api-key.guard.js';
export { ApiKeyLookup } from './api-key-lookup.js';
export { CurrentPrincipal } from './principal.js';
export type { AuthenticatedRequest, Principal } from './principal.js';
