export { isLarge, largeFrom, mapInTurns, ownTurn, runInTurns, slices } from './slices.js';
export type { Slices } from './slices.js';
