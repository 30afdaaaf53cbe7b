/**
 * One worker thread of the sandbox. All state that a job can change is in the memory of the WASM
 * module. That memory is saved once, with a QuickJS runtime in which no author code has run, and
 * restored after every job, so that no job finds traces of another. A restore costs a tenth of a
 * new runtime. In tests node loads this file without a build, so it names the files that it imports
 * by their own extension.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSSyncVariant,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import { parentPort } from 'node:worker_threads';
import type * as GuestGlobals from './guest-globals.js';
import type * as HostFunctions from './host-functions.js';
import type {
  CodeJob,
  CodePlace,
  ConsoleLine,
  SandboxErrorCode,
  SandboxJob,
  SandboxMessage,
  SandboxResult,
  SchemaJob,
} from './sandbox-job.js';

/** The interpreter's own bound, well inside the stack of the WASM module. */
const stackBytes = 256 * 1024;
/** An aligned run of this many zero bytes is unused memory. */
const unusedFromBytes = 64 * 1024;
const maxConsoleLines = 200;
const maxConsoleCharacters = 64 * 1024;

/**
 * Runs before author code and keeps the functions that author code may replace. Returns the caller
 * of the author's function.
 */
const prelude = `(() => {
  const { parse, stringify } = JSON;
  const { __log: log, __random } = globalThis;
  delete globalThis.__log;
  delete globalThis.__random;
  // The interpreter's own would start again with the memory: the same numbers in every run.
  Math.random = () => __random();
  const show = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(value);
    try { return stringify(value) ?? String(value); } catch { return String(value); }
  };
  const level = (name) => (...values) => log(name, values.map(show).join(' '));
  globalThis.console = Object.fromEntries(['debug', 'log', 'info', 'warn', 'error'].map((name) => [name, level(name)]));
  return async (run, text) => {
    const value = await run(...parse(text));
    return stringify(value) ?? 'null';
  };
})()`;

const port = parentPort;
if (port === null) throw new Error('this file is the body of a worker thread');
// The package's types describe its CommonJS build. Node imports the ES module, whose default is the
// variant itself.
const quickjs = await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant);

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const { bytesFunctions, textFunctions } = (await import(
  `./host-functions${extension}`
)) as typeof HostFunctions;
const { guestGlobals, guestWarmUp } = (await import(
  `./guest-globals${extension}`
)) as typeof GuestGlobals;

interface Failure {
  readonly code: SandboxErrorCode;
  readonly message: string;
  readonly place?: CodePlace;
}

/** The source of a job has one line before the author's code. */
const linesBefore = 1;

/** The innermost place in the author's code. An author can forge it, as any message. */
function placeIn(stack: unknown): CodePlace | undefined {
  if (typeof stack !== 'string') return undefined;
  const [, line, column] =
    /\(function\.js:(\d{1,6}):(\d{1,6})\)/.exec(stack.slice(0, 10_000)) ?? [];
  if (line === undefined || column === undefined) return undefined;
  return { line: Number(line) - linesBefore, column: Number(column) };
}

function failureOf(error: QuickJSHandle): Failure {
  if (current.timedOut)
    return { code: 'FUNCTION_TIMEOUT', message: 'The code exceeded its time limit' };
  const dumped: unknown = context.dump(error);
  const { name, message, stack } = (
    typeof dumped === 'object' && dumped !== null ? dumped : { message: dumped }
  ) as { name?: unknown; message?: unknown; stack?: unknown };
  // QuickJS may have no memory left even for the error.
  if (dumped === null || (name === 'InternalError' && message === 'out of memory')) {
    return { code: 'FUNCTION_OUT_OF_MEMORY', message: 'The code exceeded its memory limit' };
  }
  const text = typeof message === 'string' ? message : JSON.stringify(message ?? null);
  const place = placeIn(stack);
  return {
    code: 'FUNCTION_FAILED',
    ...(place !== undefined && { place }),
    message: (typeof name === 'string' ? `${name}: ${text}` : text).slice(0, 2_000),
  };
}

/** The host's state of the running job: beyond the job's reach, so not in the restored memory. */
let current = {
  deadline: Infinity,
  timedOut: false,
  lines: [] as ConsoleLine[],
  charactersLeft: 0,
};

function log(level: string, text: string): void {
  if (current.lines.length >= maxConsoleLines || current.charactersLeft <= 0) return;
  const line = text.slice(0, current.charactersLeft);
  current.charactersLeft -= line.length;
  current.lines.push({ level, text: line });
}

const jsonOf = (handle: QuickJSHandle): unknown => JSON.parse(context.getString(handle)) as unknown;

/** A copy of the bytes of an ArrayBuffer; null when it is none. */
function bytesOf(handle: QuickJSHandle | undefined): ArrayBuffer | null {
  if (handle === undefined || context.typeof(handle) !== 'object') return null;
  return context.getArrayBuffer(handle).consume(({ value }) => new Uint8Array(value).buffer);
}

const runtime = quickjs.newRuntime();
runtime.setMaxStackSize(stackBytes);
runtime.setInterruptHandler(() => (current.timedOut ||= performance.now() > current.deadline));
const context = runtime.newContext();
context
  .newFunction('log', (level, text) => log(context.getString(level), context.getString(text)))
  .consume((handle) => context.setProp(context.global, '__log', handle));
context
  .newFunction('random', () => context.newNumber(Math.random()))
  .consume((handle) => context.setProp(context.global, '__random', handle));
context
  .newFunction('text', (name, input, bytes) => {
    const given = bytesOf(bytes) ?? new ArrayBuffer(0);
    const made = textFunctions[context.getString(name)]?.(jsonOf(input), given);
    return context.newString(JSON.stringify(made ?? null));
  })
  .consume((handle) => context.setProp(context.global, '__text', handle));
context
  .newFunction('bytes', (name, input, bytes, key) => {
    const given = bytesOf(bytes) ?? new ArrayBuffer(0);
    const made = bytesFunctions[context.getString(name)]?.(jsonOf(input), given, bytesOf(key));
    return context.newArrayBuffer(new Uint8Array(made ?? []).buffer);
  })
  .consume((handle) => context.setProp(context.global, '__bytes', handle));
context.unwrapResult(context.evalCode(guestGlobals)).dispose();
const invoke = context.unwrapResult(context.evalCode(prelude));

// Its declared type is a browser type.
const wasm = quickjs.getWasmMemory() as { readonly buffer: ArrayBuffer };
/** A new view each time, because the memory grows. */
const memory = (): Uint8Array => new Uint8Array(wasm.buffer);

interface Piece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/**
 * The module's memory without the unused rest of the stack and the end that no allocation reached.
 * Zeros right after a used part are kept: they may be a table that is still empty.
 */
function usedMemory(): Piece[] {
  const all = memory();
  const pieces: Piece[] = [];
  const zeros = new Uint8Array(unusedFromBytes);
  const isZero = (from: number): boolean =>
    Buffer.compare(all.subarray(from, from + unusedFromBytes), zeros) === 0;
  for (let from = 0; from < all.length; from += unusedFromBytes) {
    const isUsed = !isZero(from) || (from > 0 && !isZero(from - unusedFromBytes));
    if (isUsed) pieces.push({ at: from, bytes: all.slice(from, from + unusedFromBytes) });
  }
  return pieces;
}

/** Runs to the end. There is nothing to wait for, so a pending promise stays pending. */
function evaluate(job: CodeJob): Failure | string {
  const source = `(async function (${job.parameters.join(', ')}) {\n${job.code}\n})`;
  const compiled = context.evalCode(source, 'function.js');
  if (compiled.error) return failureOf(compiled.error);
  const argument = context.newString(job.argumentsText);
  const called = context.callFunction(invoke, context.undefined, compiled.value, argument);
  if (called.error) return failureOf(called.error);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return failureOf(jobs.error);
  const state = context.getPromiseState(called.value);
  if (state.type === 'rejected') return failureOf(state.error);
  if (state.type === 'pending') {
    if (current.timedOut) return failureOf(context.undefined);
    const message =
      'The code awaits a promise that never settles. The sandbox has no timers and no I/O';
    return { code: 'FUNCTION_FAILED', message };
  }
  const text = context.getString(state.value);
  if (text.length <= job.maxResultLength) return text;
  const message = `The result has ${text.length} characters of JSON; at most ${job.maxResultLength} are stored. Return less`;
  return { code: 'OUTPUT_TOO_LARGE', message };
}

// Handles that the library caches must be older than the saved memory, so each kind of job runs
// once.
for (const code of [
  'return 1',
  'throw new Error("1")',
  'await new Promise(() => {})',
  'return (',
  guestWarmUp,
]) {
  const limits = { timeoutMs: 0, memoryBytes: 0, maxResultLength: 0 };
  const job = { code, parameters: [], argumentsText: '[]', ...limits };
  evaluate(job);
}
const fresh = usedMemory();

/** Handles made since the memory was saved are void and must not be disposed of. */
function putBack(): void {
  const all = memory();
  for (const { at, bytes } of fresh) all.set(bytes, at);
}

async function problemOf({ schema, valueText }: SchemaJob): Promise<string | null> {
  // Loaded on demand: few jobs need it.
  const { z } = await import('zod');
  let validator: ReturnType<typeof z.fromJSONSchema>;
  try {
    validator = z.fromJSONSchema(schema);
  } catch {
    return null;
  }
  const [issue] = validator.safeParse(JSON.parse(valueText)).error?.issues ?? [];
  if (issue === undefined) return null;
  return `${issue.path.length === 0 ? 'the answer' : issue.path.join('.')}: ${issue.message}`;
}

async function runSchema(job: SchemaJob): Promise<SandboxResult> {
  return { ok: true, valueText: JSON.stringify(await problemOf(job)), console: [] };
}

function run(job: CodeJob): SandboxResult {
  const deadline = performance.now() + job.timeoutMs;
  current = { deadline, timedOut: false, lines: [], charactersLeft: maxConsoleCharacters };
  runtime.setMemoryLimit(job.memoryBytes);
  const outcome = evaluate(job);
  const { lines: console } = current;
  putBack();
  return typeof outcome === 'string'
    ? { ok: true, valueText: outcome, console }
    : { ok: false, ...outcome, console };
}

// An exception that is not the author's leaves the module in an unknown state: the thread ends and
// is replaced.
port.on('message', (job: SandboxJob) => {
  if ('code' in job) port.postMessage(run(job));
  else void runSchema(job).then((result) => port.postMessage(result));
});
port.postMessage('ready' satisfies SandboxMessage);
