export { Public } from '@libs/platform';
export { CurrentPrincipal, Scopes } from './principal.js';
export type { Principal } from './principal.js';
export { onKeyEnd, OutlivesItsKey } from './open-requests.js';
