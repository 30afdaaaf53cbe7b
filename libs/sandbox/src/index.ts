/** Author code, isolated: JavaScript in QuickJS (WASM) inside worker threads, bounded in time and memory, without any I/O. */
export { createSandbox } from './sandbox.js';
export type { Sandbox, SandboxOptions } from './sandbox.js';
export type { ConsoleLine, SandboxErrorCode, SandboxJob, SandboxResult } from './sandbox-job.js';
