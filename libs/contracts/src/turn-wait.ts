/**
 * The wait of an execution that a limit keeps from beginning: of no block. Its number is the sequence of ExecutionStarted, which is
 * all that can stand before it. Persisted: never renamed.
 */
import type { ParkedWait } from './records.generated.js';

export const turnWait = { blockId: '', iteration: '', waitId: 1, kind: 'turn' } as const;

export const isTurnWait = ({ kind }: Pick<ParkedWait, 'kind'>): boolean => kind === turnWait.kind;
