/** Purpose and answers of a route: one entry of the operation tables. */
import type { schemas } from './answer-schemas.js';

export interface Operation {
  /** Name in generated clients: never rename one. */
  readonly id: string;
  readonly summary: string;
  /** By status; null for an answer without a body. */
  readonly answers: Readonly<Record<number, keyof typeof schemas | null>>;
  /** Request headers it accepts, with their effect. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Operations = Readonly<Record<string, Operation>>;

export const op = (
  id: string,
  summary: string,
  answers: Operation['answers'],
  headers?: Operation['headers'],
): Operation => ({ id, summary, answers, ...(headers && { headers }) });

export const idempotencyKey = {
  'Idempotency-Key':
    'Collapses repeats of the same request: the first one runs, the others get its answer.',
};
