// Runs before Scalar's bundle, in the same script.

// "Try it" shows what the API key may do. A session's cookie would answer instead.
const ownFetch = globalThis.fetch;
globalThis.fetch = (input, init) => ownFetch(input, { ...init, credentials: 'omit' });

// zod tries `Function('')` to see whether it may compile. The policy would report that.
globalThis.__zod_globalConfig = { jitless: true };
