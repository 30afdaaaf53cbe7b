/**
 * A sign-in that was begun, in a sealed cookie of the browser that began it. Nothing is stored on
 * the server until the provider sends the browser back, so beginning many costs no memory.
 */
import { type MasterKeys, open, seal, SealError } from '@libs/security';
import { parseCookie, stringifySetCookie } from 'cookie';
import { hkdfSync } from 'node:crypto';
import { z } from 'zod';

/** As long as a person may take at the provider. */
export const pendingSeconds = 600;
const longestHeader = 16_384;
const purpose = 'flowledger:oidc-sign-in';
const keyBytes = 32;

const pending = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string().nullable(),
  expiresAtMs: z.number(),
});
export type PendingSignIn = Readonly<z.output<typeof pending>>;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

const nameOf = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-fl_oidc' : 'fl_oidc');

/** A key of its own: cookies are sealed as often as anyone asks. */
const keyFrom = (master: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', purpose, keyBytes));

/** Lax: the provider's redirect begins at another site. */
const cookieOf = (publicUrl: string, value: string, maxAge: number): string =>
  stringifySetCookie({
    ...{ name: nameOf(publicUrl), value, maxAge, path: '/' },
    ...{ httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) },
  });

/** @returns the header `set-cookie` */
export function pendingCookie(
  [master]: MasterKeys,
  signIn: PendingSignIn,
  publicUrl: string,
): string {
  const sealed = seal(keyFrom(master), JSON.stringify(signIn), purpose);
  return cookieOf(publicUrl, sealed.toString('base64url'), pendingSeconds);
}

/** Removes it. */
export const noPendingCookie = (publicUrl: string): string => cookieOf(publicUrl, '', 0);

/** Null: there is none, or it is not ours. It may have expired. */
export function pendingIn(
  masters: MasterKeys,
  header: string | undefined,
  publicUrl: string,
): PendingSignIn | null {
  if (header === undefined || header.length > longestHeader) return null;
  const sealed = Buffer.from(parseCookie(header)[nameOf(publicUrl)] ?? '', 'base64url');
  if (sealed.length === 0) return null;
  for (const master of masters) {
    try {
      return pending.parse(JSON.parse(open(keyFrom(master), sealed, purpose)));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
    }
  }
  return null;
}
