/** The pure core of executions: history (evolve), frontier and decisions. No clock, no I/O, no Nest (design.md 3.6). */
export { evolve, newHistory } from './history.js';
export type { ExecutionEvent, ExecutionHistory, RecordedResult } from './history.js';
export { createFrontier } from './frontier.js';
export type { Frontier } from './frontier.js';
export { endingOf, isFatal, routeOutcome } from './decide.js';
export type { Ending, Route, Stop } from './decide.js';
export {
  createScope,
  encryptedField,
  triggerHeaderPurpose,
  scrub,
  UnknownSecretError,
} from './scope.js';
export type { ExecutionScope, SecretValues } from './scope.js';
export { createMaskedStream } from './masked-stream.js';
export type { MaskedStream } from './masked-stream.js';
