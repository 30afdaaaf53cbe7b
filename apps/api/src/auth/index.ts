export { Public } from '@libs/platform';
export { CurrentPrincipal } from './principal.js';
export type { Principal } from './principal.js';
export { Scopes } from './scopes.js';
export { onKeyEnd, OutlivesItsKey } from './open-requests.js';
