/**
 * One worker thread of the sandbox. All that a job can change lives in the memory of the WASM module: it is made once, with a QuickJS
 * runtime in which nothing has run, and put back before every job, so that no job finds traces of another. A tenth of the cost
 * of a new runtime. Imports packages and types only: in tests node loads this very file, without a build.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSSyncVariant,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import { parentPort } from 'node:worker_threads';
import type {
  CodeJob,
  ConsoleLine,
  SandboxErrorCode,
  SandboxJob,
  SandboxResult,
  SchemaJob,
} from './sandbox-job.js';

/** The interpreter's own bound, well inside the stack of the WASM module. */
const stackBytes = 256 * 1024;
/** This much zero in a row, aligned, is unused memory. */
const unusedFromBytes = 64 * 1024;
const maxConsoleLines = 200;
const maxConsoleCharacters = 64 * 1024;

/** Runs before author code and keeps what author code may replace. Gives back the caller of the author's function. */
const prelude = `(() => {
  const { parse, stringify } = JSON;
  const { __log: log, __random } = globalThis;
  delete globalThis.__log;
  delete globalThis.__random;
  // The interpreter's own would begin anew with the memory: the same numbers in every run.
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
// Its types describe the CommonJS build; what node imports is the ES module, whose default is the variant itself.
const quickjs = await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant);

interface Failure {
  readonly code: SandboxErrorCode;
  readonly message: string;
}

function failureOf(error: QuickJSHandle): Failure {
  if (current.timedOut)
    return { code: 'FUNCTION_TIMEOUT', message: 'The code ran longer than it may' };
  const dumped: unknown = context.dump(error);
  const { name, message } = (
    typeof dumped === 'object' && dumped !== null ? dumped : { message: dumped }
  ) as { name?: unknown; message?: unknown };
  // QuickJS may have no memory left even for the error.
  if (dumped === null || (name === 'InternalError' && message === 'out of memory')) {
    return { code: 'FUNCTION_OUT_OF_MEMORY', message: 'The code used more memory than it may' };
  }
  const text = typeof message === 'string' ? message : JSON.stringify(message ?? null);
  return {
    code: 'FUNCTION_FAILED',
    message: (typeof name === 'string' ? `${name}: ${text}` : text).slice(0, 2_000),
  };
}

/** What the host knows of the job that runs: out of its reach, hence not part of the memory that is put back. */
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
const invoke = context.unwrapResult(context.evalCode(prelude));

// Its type is one of the browser's.
const wasm = quickjs.getWasmMemory() as { readonly buffer: ArrayBuffer };
/** Anew each time: it grows. */
const memory = (): Uint8Array => new Uint8Array(wasm.buffer);

interface Piece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/**
 * The module's memory as it is now, but for what lies unused: the rest of the stack, in the middle, and what no allocation has
 * reached, at the end. What is zero for a while behind something used is kept: it may be a table that is still empty.
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

/** Runs to the end: there is nothing to wait for, so what is pending then stays pending. */
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
    const message = 'The code awaits what never comes: there are no timers and no I/O here';
    return { code: 'FUNCTION_FAILED', message };
  }
  const text = context.getString(state.value);
  if (text.length <= job.maxResultLength) return text;
  const message = `The result has ${text.length} characters of JSON; at most ${job.maxResultLength} are kept. Give back less`;
  return { code: 'OUTPUT_TOO_LARGE', message };
}

// Handles that the library keeps must be older than the memory that is put back, hence one job of each kind before.
for (const code of [
  'return 1',
  'throw new Error("1")',
  'await new Promise(() => {})',
  'return (',
]) {
  const limits = { timeoutMs: 0, memoryBytes: 0, maxResultLength: 0 };
  const job = { code, parameters: [], argumentsText: '[]', ...limits };
  evaluate(job);
}
const fresh = usedMemory();

/** Handles made since are void, and must not be disposed of any more. */
function putBack(): void {
  const all = memory();
  for (const { at, bytes } of fresh) all.set(bytes, at);
}

async function problemOf({ schema, valueText }: SchemaJob): Promise<string | null> {
  // Few jobs need it.
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

// An exception that is not the author's leaves the module in an unknown state: this thread ends and another takes its place.
port.on('message', (job: SandboxJob) => {
  if ('code' in job) port.postMessage(run(job));
  else void runSchema(job).then((result) => port.postMessage(result));
});
