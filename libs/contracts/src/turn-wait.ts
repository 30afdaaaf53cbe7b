/**
 * The wait of an execution that a concurrency limit keeps from starting. It belongs to no block.
 * Its `waitId` is the sequence of ExecutionStarted, the only event that can precede it. Persisted:
 * never renamed.
 */
import type { ParkedWait } from './records.generated.js';

export const turnWait = { blockId: '', iteration: '', waitId: 1, kind: 'turn' } as const;

export const isTurnWait = ({ kind }: Pick<ParkedWait, 'kind'>): boolean => kind === turnWait.kind;
