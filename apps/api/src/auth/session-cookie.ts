/**
 * The cookie of a session: out of reach for scripts, sent to this host only, and never with a
 * request that another site begins. Its name says when it is bound to https.
 */
import { parseCookie, stringifySetCookie } from 'cookie';
import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
/** Longer headers are no cookies of ours. */
const longestHeader = 8_192;

const isSecure = (publicUrl: string | undefined): boolean =>
  publicUrl?.startsWith('https:') === true;

const nameOf = (publicUrl: string | undefined): string =>
  isSecure(publicUrl) ? '__Host-fl_session' : 'fl_session';

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** The form in which a token is stored: 32 bytes. There is nothing to guess, so no slow hash. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

const isToken = (text: string): boolean => tokenPattern.test(text);

/** Null: the header has no session. */
export function sessionTokenIn(
  header: string | undefined,
  publicUrl: string | undefined,
): string | null {
  if (header === undefined || header.length > longestHeader) return null;
  const token = parseCookie(header)[nameOf(publicUrl)];
  return token !== undefined && isToken(token) ? token : null;
}

/** @param token null removes the cookie */
export const sessionCookie = (
  token: string | null,
  publicUrl: string | undefined,
  expires: Date,
): string =>
  stringifySetCookie({
    name: nameOf(publicUrl),
    value: token ?? '',
    expires: token === null ? new Date(0) : expires,
    ...{ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) },
  });
