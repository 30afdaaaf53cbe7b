export { isLarge, largeFrom, mapInTurns, ownTurn, slices } from './large-work.js';
export type { Slices } from './slices.js';
