/** Where a sign-in ends. Its address has `next`, so an attacker may have written it. */

const somewhere = 'https://flowledger.invalid';
const longest = 1_000;

/** @returns a path of the dashboard with its query; null for anything else */
export function ownPath(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > longest || !next.startsWith('/')) return null;
  // The URL parser drops tabs and line ends, and reads a backslash as a slash.
  if (/[\\\p{Cc}]/u.test(next)) return null;
  const url = URL.parse(next, somewhere);
  if (url === null || url.origin !== somewhere || !url.pathname.startsWith('/w/')) return null;
  const path = `${url.pathname}${url.search}`;
  // Encoded it may be nine times as long, and a cookie has to hold it.
  return path.length > longest ? null : path;
}
