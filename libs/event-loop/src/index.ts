export { isLarge, largeFrom, mapInTurns, ownTurn, runInTurns, slices } from './large-work.js';
export type { Slices } from './slices.js';
