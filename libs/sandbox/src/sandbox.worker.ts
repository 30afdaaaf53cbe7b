/**
 * One worker thread of the sandbox: a QuickJS runtime of its own for every job, so that no job finds traces of another.
 * Imports packages and types only: in tests node loads this very file, without a build.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSSyncVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  Scope,
} from 'quickjs-emscripten-core';
import { parentPort } from 'node:worker_threads';
import type { ConsoleLine, SandboxErrorCode, SandboxJob, SandboxResult } from './sandbox-job.js';

/** The interpreter's own bound, well inside the stack of the WASM module. */
const stackBytes = 256 * 1024;
const maxConsoleLines = 200;
const maxConsoleCharacters = 64 * 1024;

/** Runs before author code and keeps what author code may replace. Gives back the caller of the author's function. */
const prelude = `(() => {
  const { parse, stringify } = JSON;
  const log = globalThis.__log;
  delete globalThis.__log;
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

function failureOf(context: QuickJSContext, error: QuickJSHandle, timedOut: boolean): Failure {
  if (timedOut) return { code: 'FUNCTION_TIMEOUT', message: 'The code ran longer than it may' };
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

function collectConsole(context: QuickJSContext, scope: Scope): ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  let left = maxConsoleCharacters;
  const log = context.newFunction('log', (level, text) => {
    if (lines.length >= maxConsoleLines || left <= 0) return;
    const line = context.getString(text).slice(0, left);
    left -= line.length;
    lines.push({ level: context.getString(level), text: line });
  });
  context.setProp(context.global, '__log', scope.manage(log));
  return lines;
}

/** Runs to the end: there is nothing to wait for, so what is pending then stays pending. */
function evaluate(
  job: SandboxJob,
  runtime: QuickJSRuntime,
  context: QuickJSContext,
  scope: Scope,
): Failure | string {
  const clock = { timedOut: false };
  const deadline = performance.now() + job.timeoutMs;
  runtime.setInterruptHandler(() => (clock.timedOut ||= performance.now() > deadline));
  const source = `(async function (${job.parameters.join(', ')}) {\n${job.code}\n})`;
  const invoke = scope.manage(context.unwrapResult(context.evalCode(prelude)));
  const compiled = scope.manage(context.evalCode(source, 'function.js'));
  if (compiled.error) return failureOf(context, compiled.error, clock.timedOut);
  const argument = scope.manage(context.newString(job.argumentsText));
  const called = scope.manage(
    context.callFunction(invoke, context.undefined, compiled.value, argument),
  );
  if (called.error) return failureOf(context, called.error, clock.timedOut);
  const jobs = scope.manage(runtime.executePendingJobs());
  if (jobs.error) return failureOf(context, jobs.error, clock.timedOut);
  const state = context.getPromiseState(called.value);
  if (state.type === 'rejected')
    return failureOf(context, scope.manage(state.error), clock.timedOut);
  if (state.type === 'pending') {
    if (clock.timedOut) return failureOf(context, context.undefined, true);
    const message = 'The code awaits what never comes: there are no timers and no I/O here';
    return { code: 'FUNCTION_FAILED', message };
  }
  return context.getString(scope.manage(state.value));
}

function run(job: SandboxJob): SandboxResult {
  return Scope.withScope((scope) => {
    const runtime = scope.manage(quickjs.newRuntime());
    runtime.setMemoryLimit(job.memoryBytes);
    runtime.setMaxStackSize(stackBytes);
    const context = scope.manage(runtime.newContext());
    const console = collectConsole(context, scope);
    const outcome = evaluate(job, runtime, context, scope);
    return typeof outcome === 'string'
      ? { ok: true, valueText: outcome, console }
      : { ok: false, ...outcome, console };
  });
}

// An exception that is not the author's leaves the module in an unknown state: this thread ends and another takes its place.
port.on('message', (job: SandboxJob) => port.postMessage(run(job)));
