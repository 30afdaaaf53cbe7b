/**
 * How many executions of a workflow held concurrency slots at the same time, according to the
 * ledger. A slot is held from the first event other than the start or waiting in the queue, until
 * the end. Pure.
 */
import { isTurnWait, turnWait } from '@libs/contracts';
import type { LedgerContents, StoredEvent } from './ledger.js';

interface Stay {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Events of an execution that holds no concurrency slot yet. */
function isOutside({ event }: StoredEvent): boolean {
  if (event.type === 'ExecutionStarted') return true;
  if (event.type === 'ExecutionParked') return event.data.waits.some(isTurnWait);
  return event.type === 'ExecutionResumed' && event.data.reason === turnWait.kind;
}

const workflowOf = (events: readonly StoredEvent[]): string | undefined =>
  events.flatMap(({ event }) =>
    event.type === 'ExecutionStarted' ? [event.data.workflowId] : [],
  )[0];

function staysIn({ events }: LedgerContents, workflowId: string): Stay[] {
  return [...events.values()]
    .filter((of) => workflowOf(of) === workflowId)
    .map((of) => ({
      fromMs: of.find((one) => !isOutside(one))?.sentAtMs ?? Infinity,
      untilMs: of.find(({ event }) => event.type === 'ExecutionCompleted')?.sentAtMs ?? Infinity,
    }));
}

/** An end frees its slot for a start in the same millisecond: the end was durable before. */
export function mostAtOnce(ledger: LedgerContents, workflowId: string): number {
  const stays = staysIn(ledger, workflowId);
  return Math.max(
    0,
    ...stays.map(
      ({ fromMs }) =>
        stays.filter((other) => other.fromMs <= fromMs && other.untilMs > fromMs).length,
    ),
  );
}

/** Executions that waited for a concurrency slot before they began. */
export const queuedIn = ({ events }: LedgerContents): number =>
  [...events.values()].filter((of) =>
    of.some(({ event }) => event.type === 'ExecutionParked' && event.data.waits.some(isTurnWait)),
  ).length;
