/**
 * New fences, in slices for one statement each. Bytes shared by several deliveries are sent once
 * and stored for each. Pure.
 */
import { endpointKeyOf } from '@libs/delivery';

export interface NewFence {
  readonly deliveryId: string;
  readonly subscriptionId: string;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly body: Buffer;
  /** Epoch ms, when its first due record goes into a tier; null: now. */
  readonly dueAt: number | null;
  /** W3C trace context of the request that started the execution; sent with every attempt. */
  readonly traceparent: string | null;
}

/** pg writes bytes as text of twice the length, and a string has a maximum length. */
const maxInsertBytes = 4 * 1024 * 1024;
const maxInsertRows = 1_000;

/** Slices in order, each with at least one fence and bounded in rows and bytes. */
export function* slicesOf(fences: readonly NewFence[]): Generator<readonly NewFence[]> {
  let from = 0;
  let bodies = new Set<Buffer>();
  let bytes = 0;
  for (const [index, { body }] of fences.entries()) {
    const more = bodies.has(body) ? 0 : body.length;
    if (index > from && (bytes + more > maxInsertBytes || index - from >= maxInsertRows)) {
      yield fences.slice(from, index);
      [from, bodies, bytes] = [index, new Set(), 0];
    }
    if (!bodies.has(body)) bytes += body.length;
    bodies.add(body);
  }
  if (from < fences.length) yield fences.slice(from);
}

/** The values of `insertFencesSql`. */
export function insertValues(fences: readonly NewFence[]): unknown[] {
  const bodies = [...new Set(fences.map(({ body }) => body))];
  const numbers = new Map(bodies.map((body, number) => [body, number]));
  return [
    fences.map(({ deliveryId }) => deliveryId),
    fences.map(({ subscriptionId }) => subscriptionId),
    fences.map(({ workspaceId }) => workspaceId),
    fences.map(({ eventId }) => eventId),
    fences.map(({ subscriptionId }) => endpointKeyOf(subscriptionId)),
    fences.map(({ body }) => (numbers.get(body) ?? 0) + 1),
    fences.map(({ traceparent }) => traceparent),
    fences.map(({ dueAt }) => (dueAt === null ? null : new Date(dueAt))),
    bodies,
  ];
}
