/**
 * A test that repeats a run: its input, what blocks answered that call out, its path and its end.
 * Pure. Outputs are read before, by `neededOutputs`; one that is missing is left out and named.
 */
import type { ExecutionError } from '../execution/execution-event.js';
import type { Span } from '../execution/execution-ledger.js';

export interface RecordedRun {
  readonly name: string;
  readonly trigger: { readonly id: string; readonly type: string };
  readonly startedAt: string;
  readonly status: string;
  readonly error: ExecutionError | null;
  /** In the order in which they began. */
  readonly spans: readonly Span[];
  /** Of a block type: it acts on the outside, or waits for an answer from there. */
  readonly callsOut: (blockType: string) => boolean;
}

/** Parsed, by span id; the trigger's is the input of the run. */
export type Outputs = ReadonlyMap<string, unknown>;

export interface TestOffer {
  readonly test: OfferedTest;
  /** Blocks that called out and whose outputs could not be taken. */
  readonly left: readonly string[];
  /** False: blocks ran side by side, so that another run may end them in another order. */
  readonly isOrderSure: boolean;
}

interface OfferedTest {
  readonly name: string;
  readonly input?: unknown;
  readonly headers?: unknown;
  readonly query?: unknown;
  readonly now: string;
  readonly mocks: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** More are not read: each is a request. */
const mostOutputs = 100;
/** Of one block, as a test takes them. */
const mostRuns = 1_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasEnded = ({ endMs }: Span): boolean => endMs !== null;
const isContainer = ({ blockType }: Span): boolean => ['loop', 'parallel'].includes(blockType);

const mocked = ({ spans, callsOut }: RecordedRun): readonly Span[] =>
  spans.filter((span) => hasEnded(span) && callsOut(span.blockType));

const answers = ({ spans }: RecordedRun): readonly Span[] =>
  spans.filter((span) => hasEnded(span) && span.blockType === 'response' && span.error === null);

/** Ids of spans, the trigger first. */
export const neededOutputs = (run: RecordedRun): readonly string[] =>
  [run.trigger.id, ...[...answers(run), ...mocked(run)].map(({ id }) => id)].slice(0, mostOutputs);

/** @param final of the whole run; undefined: it is not known */
export function testFromRun(run: RecordedRun, outputs: Outputs, final: unknown): TestOffer {
  const { mocks, left } = mocksOf(run, outputs);
  const isOrderSure = ranInOrder(run);
  return {
    test: {
      name: run.name,
      ...inputOf(run, outputs.get(run.trigger.id)),
      now: run.startedAt,
      mocks,
      expect: { ...endOf(run, outputs, final), ...(isOrderSure && { path: pathOf(run) }) },
    },
    left,
    isOrderSure,
  };
}

/** A header that was masked says nothing. */
const isTold = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('***');

function inputOf({ trigger }: RecordedRun, output: unknown): Partial<OfferedTest> {
  if (output === undefined) return {};
  // A run of the draft may have had another input than a webhook gives.
  if (trigger.type !== 'webhook' || !isRecord(output) || !Object.hasOwn(output, 'body'))
    return { input: output };
  const { body = null, headers, query } = output;
  const told = isRecord(headers) ? Object.entries(headers).filter(([, one]) => isTold(one)) : [];
  return {
    input: body,
    ...(told.length > 0 && { headers: Object.fromEntries(told) }),
    ...(isRecord(query) && Object.keys(query).length > 0 && { query }),
  };
}

function mocksOf(run: RecordedRun, outputs: Outputs) {
  const runs = new Map<string, Span[]>();
  for (const span of mocked(run)) {
    const known = runs.get(span.blockId);
    if (known === undefined) runs.set(span.blockId, [span]);
    else known.push(span);
  }
  const mocks: Record<string, unknown> = {};
  const left: string[] = [];
  for (const [blockId, spans] of runs) {
    const each = spans.map((span) => mockOf(span, outputs));
    const isWhole = each.every((one) => one !== null) && each.length <= mostRuns;
    if (!isWhole) left.push(blockId);
    else mocks[blockId] = isInBody(spans) ? { each } : each[0];
  }
  return { mocks, left };
}

/** Another run of the test may repeat it, even if this one ran it once. */
const isInBody = (spans: readonly Span[]): boolean =>
  spans.length > 1 || spans.some(({ iteration }) => iteration !== '');

/** Null: its output was not read. */
function mockOf(span: Span, outputs: Outputs): Readonly<Record<string, unknown>> | null {
  const { id, blockType, error, ports } = span;
  const output = outputs.get(id);
  // A mock of an api block has the error of its status by itself.
  const isAnswer = blockType === 'api' && isRecord(output) && typeof output['status'] === 'number';
  if (error !== null && !isAnswer) return { error: { code: error.code, message: error.message } };
  if (output === undefined) return null;
  const [port = 'out'] = ports;
  const { error: _, ...rest } = isAnswer ? output : { error: null };
  return {
    output: isAnswer ? rest : output,
    ...(error === null && port !== 'out' && port !== 'error' && { port }),
  };
}

function endOf(run: RecordedRun, outputs: Outputs, final: unknown): Record<string, unknown> {
  const { status, error } = run;
  if (status !== 'success') {
    const { code, blockId } = error ?? {};
    return {
      status: 'error',
      ...(code !== undefined && { error: { code, ...(blockId != null && { blockId }) } }),
    };
  }
  const [answer] = answers(run).map(({ id }) => outputs.get(id));
  const answered =
    isRecord(answer) && typeof answer['status'] === 'number' ? answer['status'] : null;
  return {
    status: 'success',
    ...(answered !== null && { response: { status: answered } }),
    ...(final !== undefined && { output: final }),
  };
}

/** When a block ended: by its event in the ledger, or by the clock. */
const endOrder = (a: Span, b: Span): number =>
  a.offset !== null && b.offset !== null
    ? a.offset - b.offset
    : (a.endMs ?? Infinity) - (b.endMs ?? Infinity);

function pathOf({ trigger, spans }: RecordedRun): string[] {
  const ended = spans.filter(hasEnded).toSorted(endOrder);
  return [...new Set([trigger.id, ...ended.map(({ blockId }) => blockId)])];
}

function ranInOrder({ spans }: RecordedRun): boolean {
  const ran = spans
    .filter((span) => hasEnded(span) && !isContainer(span))
    .toSorted((a, b) => a.startMs - b.startMs);
  let [endMs, last] = [-Infinity, ''];
  for (const span of ran) {
    if (span.startMs < endMs && span.blockId !== last) return false;
    if ((span.endMs ?? 0) >= endMs) [endMs, last] = [span.endMs ?? 0, span.blockId];
  }
  return true;
}
