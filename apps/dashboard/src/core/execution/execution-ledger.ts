/**
 * One execution as its events tell it. `applyEvents` is the only function that changes a run: the
 * stored trace and the live stream both go through it, so a reload shows the same picture.
 *
 * Each fact about a span only grows: a start, then tries, then a result, which is final. Applying
 * events again changes nothing, so the two sources may overlap. A changed span is a new object and
 * an unchanged one the same object: rows compare by identity. Guarded by execution-ledger.spec.ts.
 */
import type {
  BlockCompleted,
  BlockStarted,
  ExecutionError,
  ExecutionEvent,
  FailedTry,
  SpanError,
  TextStreamed,
  TryFailed,
} from './execution-event.js';

/** Text of a running block, as it arrives. */
interface StreamedText {
  readonly attemptNumber: number;
  /** Of the last piece. */
  readonly sequence: number;
  readonly text: string;
}

export interface Span {
  /** `call`, or `call:orders[3]` in an iteration, as the API has it. */
  readonly id: string;
  readonly blockId: string;
  readonly iteration: string;
  readonly name: string;
  readonly blockType: string;
  readonly startMs: number;
  /** Null while it runs; also when the execution ended before it did. */
  readonly endMs: number | null;
  /** By attempt number. */
  readonly failedTries: readonly FailedTry[];
  readonly attemptCount: number;
  readonly ports: readonly string[];
  readonly error: SpanError | null;
  readonly cost: number;
  readonly childId: string | null;
  readonly tokens: number;
  /** Of its last event in the ledger. */
  readonly offset: number | null;
  readonly streamed: StreamedText | null;
}

interface ExecutionEnd {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly endMs: number;
  readonly error: ExecutionError | null;
}

export interface ExecutionLedger {
  /** Grows with each change. */
  readonly version: number;
  readonly startMs: number | null;
  readonly wasQueued: boolean;
  readonly spans: ReadonlyMap<string, Span>;
  readonly end: ExecutionEnd | null;
}

export const emptyLedger: ExecutionLedger = {
  version: 0,
  startMs: null,
  wasQueued: false,
  spans: new Map(),
  end: null,
};

export const spanIdOf = (blockId: string, iteration: string): string =>
  iteration === '' ? blockId : `${blockId}:${iteration}`;

export function applyEvents(
  ledger: ExecutionLedger,
  events: readonly ExecutionEvent[],
): ExecutionLedger {
  let { startMs, wasQueued, end } = ledger;
  // Copied once a batch, and only when a span changes.
  const copy: { spans: Map<string, Span> | null } = { spans: null };
  const change = (
    { blockId, iteration }: { readonly blockId: string; readonly iteration: string },
    next: (known: Span | undefined, id: string) => Span,
  ): void => {
    const id = spanIdOf(blockId, iteration);
    const known = (copy.spans ?? ledger.spans).get(id);
    const changed = next(known, id);
    if (changed === known) return;
    copy.spans ??= new Map(ledger.spans);
    copy.spans.set(id, changed);
  };
  for (const event of events)
    switch (event.type) {
      case 'executionStarted':
        startMs ??= event.atMs;
        break;
      case 'executionQueued':
        wasQueued = true;
        break;
      case 'blockStarted':
        change(event, (known, id) => started(known, id, event));
        break;
      case 'tryFailed':
        change(event, (known, id) => tried(known ?? unnamed(id, event), event));
        break;
      case 'textStreamed':
        change(event, (known, id) => streamed(known ?? unnamed(id, event), event));
        break;
      case 'blockCompleted':
        change(event, (known, id) => completed(known, id, event));
        break;
      case 'executionCompleted':
        end ??= { status: event.status, endMs: event.endMs, error: event.error };
    }
  const isSame =
    copy.spans === null &&
    startMs === ledger.startMs &&
    wasQueued === ledger.wasQueued &&
    end === ledger.end;
  if (isSame) return ledger;
  const { version } = ledger;
  return { version: version + 1, startMs, wasQueued, end, spans: copy.spans ?? ledger.spans };
}

const blank = {
  endMs: null,
  failedTries: [],
  attemptCount: 1,
  ports: [],
  error: null,
  cost: 0,
  childId: null,
  tokens: 0,
  offset: null,
  streamed: null,
} as const;

/** A span whose start was not read. Its next event names it. */
const unnamed = (id: string, { blockId, iteration }: TryFailed | TextStreamed): Span => ({
  ...blank,
  ...{ id, blockId, iteration, name: blockId, blockType: '', startMs: Infinity },
});

function started(known: Span | undefined, id: string, event: BlockStarted): Span {
  if (known !== undefined && known.endMs !== null) return known;
  const { blockId, iteration, name, blockType, atMs } = event;
  const isNamed = known !== undefined && known.startMs !== Infinity;
  // Another process that takes the execution over starts the block again; the last start counts.
  if (isNamed && known.startMs >= atMs) return known;
  const text = known?.streamed ?? null;
  // Its text begins anew; the sequence stays, so that an old piece is still known as old.
  const streamed = isNamed && text !== null ? { ...text, text: '' } : text;
  return { ...blank, ...known, id, blockId, iteration, name, blockType, startMs: atMs, streamed };
}

function tried(span: Span, { failed }: TryFailed): Span {
  const { failedTries } = span;
  const known = failedTries.find(({ attemptNumber }) => attemptNumber === failed.attemptNumber);
  // The stream does not say where in the ledger it was.
  if (known !== undefined && (known.offset !== null || failed.offset === null)) return span;
  const others = failedTries.filter((one) => one !== known);
  const tries = [...others, { ...failed, ...known, offset: failed.offset }].sort(
    (a, b) => a.attemptNumber - b.attemptNumber,
  );
  const attemptCount =
    span.endMs === null ? Math.max(span.attemptCount, tries.length + 1) : span.attemptCount;
  return { ...span, failedTries: tries, attemptCount };
}

function streamed(span: Span, { sequence, attemptNumber, text }: TextStreamed): Span {
  const { streamed: known, endMs } = span;
  if (endMs !== null || (known !== null && known.sequence >= sequence)) return span;
  const before = known?.attemptNumber === attemptNumber ? known.text : '';
  return { ...span, streamed: { attemptNumber, sequence, text: before + text } };
}

function completed(known: Span | undefined, id: string, event: BlockCompleted): Span {
  // A result is final; the stream says neither its place in the ledger nor its tokens.
  if (known !== undefined && known.endMs !== null) {
    const { offset, tokens } = event;
    return known.offset !== null || offset === null ? known : { ...known, offset, tokens };
  }
  const { type: _, ...result } = event;
  return { ...result, id, failedTries: known?.failedTries ?? [], streamed: null };
}
