/**
 * Isolated author code: JavaScript in QuickJS (WASM) inside worker threads, bounded in time and
 * memory, without any I/O.
 */
export { createSandbox } from './sandbox.js';
export type { Sandbox, SandboxOptions } from './sandbox.js';
export type {
  CodeJob,
  CodePlace,
  ConsoleLine,
  SandboxErrorCode,
  SandboxJob,
  SandboxResult,
  SchemaJob,
} from './sandbox-job.js';
