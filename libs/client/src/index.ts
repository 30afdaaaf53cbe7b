/** Typed client of the public HTTP API, generated from its OpenAPI document. */
export { ApiRefusal, createClient } from './client.js';
export type { Client, ClientOptions, OperationName } from './client.js';
export type * from './operations.generated.js';
