/** Injection tokens for what every app gets from its process. */
export const CONFIG = Symbol('CONFIG');
export const EVENT_LOG = Symbol('EVENT_LOG');
export const DATABASE = Symbol('DATABASE');
export const LOGGER = Symbol('LOGGER');
export const TRACING = Symbol('TRACING');
