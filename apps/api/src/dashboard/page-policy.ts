/**
 * The content security policy of the dashboard. `script-src` never has `'self'`: a trigger URL can
 * serve JavaScript from this origin. It names no host, so that the page works at every name.
 */
export const dashboardPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
