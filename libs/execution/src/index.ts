/** The pure core of executions: history, graph walk, decisions. No clock, no I/O, no Nest. */
export { deadlineOf, evolve, newHistory } from './history.js';
export type {
  CarriedResult,
  ExecutionEvent,
  ExecutionHistory,
  OpenBlock,
  RecordedResult,
} from './history.js';
export { producedFilesText } from './produced-files.js';
export type { ProducedFile } from './produced-files.js';
export {
  parkedLengthAtLeast,
  parkedStateOf,
  restoreHistory,
  UnknownStateError,
} from './parked-state.js';
export { outerIteration, addressKey } from './iteration.js';
export type { BlockAddress } from './iteration.js';
export { Walk } from './walk.js';
export type { Step, StepAddress } from './walk.js';
export { endingOf, executionLimitMs, isFatal, routeOutcome } from './decide.js';
export type { Ending, Route, Stop } from './decide.js';
export { createScope, longTextLength } from './scope.js';
export type { EarlyOutput, ExecutionScope } from './scope.js';
export {
  encryptedField,
  sealedHeader,
  triggerHeaderPurpose,
  UnknownSecretError,
} from './secret-values.js';
export type { SecretValues } from './secret-values.js';
export { JsonText, jsonOf, jsonText, shownPayload } from './json-text.js';
export { isCredential, maxMaskedLength } from './masked-values.js';
export { maskPlaces, type MaskPlace } from './mask-places.js';
export { maskedJson, maskedJsonText, maskText } from './masking.js';
export { SecretGuards } from './secret-guards.js';
export { runSteps, type Steps } from './masked-values.js';
export { blockErrorOf } from './walk.js';
export { createMaskedStream } from './masked-stream.js';
export type { MaskedStream } from './masked-stream.js';
