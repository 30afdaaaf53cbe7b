/** F2 asks for the name of a block; its panel may be about to open. */
import { valueStore } from '../../../data/value-store.js';

export const wantedName = valueStore<string | null>(null);
