/**
 * The content security policies of our two pages. A trigger URL can serve JavaScript from this
 * origin, so `script-src` never has `'self'`. Both components set style attributes, so only these
 * pages allow inline styles.
 */
const closed = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const unframed = "frame-ancestors 'none'";

/** Requests go to this origin only: a server that a caller types in can't receive the API key. */
export const referencePolicy = (nonce: string): string =>
  `${closed}; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data: blob:; ${unframed}`;

/** The page of the topics is static HTML. */
export const eventsPolicy = `${closed}; script-src 'none'; ${unframed}`;
