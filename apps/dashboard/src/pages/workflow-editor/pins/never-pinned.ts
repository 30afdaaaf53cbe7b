import type { BlockTypeAnswer } from '../../../data/block-types.queries.js';

/** As the server refuses it: a trigger's output is the input, and an answer reads from others. */
export const isNeverPinned = ({ type, role }: BlockTypeAnswer): boolean =>
  ['trigger', 'annotation'].includes(role) || type === 'response';
