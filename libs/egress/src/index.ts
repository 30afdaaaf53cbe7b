/** HTTP to the outside world: policy, pinned connections, bounded answers, closed error list. */
export { allowedHostOf, allowsUrl, maxAllowedHostLength } from './allowed-hosts.js';
export type { AllowedHost } from './allowed-hosts.js';
export { createEgressClient } from './egress-client.js';
export type { EgressClient, EgressClientOptions, EgressRequest } from './egress-client.js';
export type { EgressResponse, ResponseHeaders } from './exchange.js';
export { createEgressPolicy, EgressPolicyError } from './egress-policy.js';
export type { EgressPolicy, EgressPolicyOptions } from './egress-policy.js';
export { EgressError, egressErrorCodes } from './egress.errors.js';
export type { EgressErrorCode } from './egress.errors.js';
export { classifyEgressError } from './classify-error.js';
