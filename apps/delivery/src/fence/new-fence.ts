/** A delivery's fence before it is stored, and the sizes in which fences are stored. */

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
