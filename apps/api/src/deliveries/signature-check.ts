/**
 * Says whether a promised secret made a signature, and otherwise which part is not as it was sent.
 * It tries few combinations, so that a long body with ten secrets stays cheap. Never returns a
 * signature or a secret. Pure.
 */
import { ownSignature, standardSignature } from '@libs/delivery';
import { timingSafeEqual } from 'node:crypto';
import type { Difference, VerificationView } from './verify-delivery.schemas.js';

interface PromisedSecret {
  readonly text: string;
  readonly isCurrent: boolean;
}

/** What was or would be signed, apart from the body. */
export interface ReadSignature {
  readonly format: 'own' | 'standard';
  /** Milliseconds for our own format, seconds for Standard Webhooks. Null: not known. */
  readonly timestamp: number | null;
  readonly signatures: readonly string[];
}

interface Compared {
  readonly deliveryId: string;
  /** Null: it can't be read. */
  readonly received: ReadSignature | null;
  readonly body: Buffer;
  /** No body: it is kept no longer. No time: nothing was sent yet. */
  readonly sent: { readonly body: Buffer | null; readonly attemptAtMs: number | null };
  readonly secrets: readonly PromisedSecret[];
}

export type Verdict = Pick<
  VerificationView,
  'matches' | 'signedWith' | 'differs' | 'bodyDiffersAt'
>;

/** As many as sign at most. */
const maxSignatures = 10;

/** @param timestamp of `webhook-timestamp`, which Standard Webhooks has in a header of its own */
export function readSignature(header: string, timestamp: string | undefined): ReadSignature | null {
  const text = header.trim();
  const own = /^t=(\d{1,15})((?:,v1=[0-9a-f]{64})+)$/i.exec(text);
  if (own !== null) {
    const [, at = '', rest = ''] = own;
    const signatures = rest
      .toLowerCase()
      .split(',v1=')
      .slice(1, 1 + maxSignatures);
    return { format: 'own', timestamp: Number(at), signatures };
  }
  const standard = text.split(/\s+/).map((part) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1]);
  const signatures = standard.flatMap((one) => (one === undefined ? [] : [one]));
  if (signatures.length === 0) return null;
  const at = timestamp === undefined ? null : Number(timestamp);
  return { format: 'standard', timestamp: at, signatures: signatures.slice(0, maxSignatures) };
}

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

function signatureOf(
  { format }: ReadSignature,
  { deliveryId }: Compared,
  { text }: PromisedSecret,
  at: number,
  body: Buffer,
): string {
  return format === 'own'
    ? ownSignature([text], at, body).slice(`t=${at},v1=`.length)
    : standardSignature([text], deliveryId, at, body).slice('v1,'.length);
}

function firstDifference(one: Buffer, other: Buffer | null): number | null {
  if (other === null || one.equals(other)) return null;
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return length;
}

export const failed = (
  differs: readonly Difference[],
  bodyDiffersAt: number | null = null,
): Verdict => ({
  matches: false,
  signedWith: null,
  differs,
  bodyDiffersAt,
});

const changesOf = (bodyDiffersAt: number | null, sent: Buffer | null): readonly Difference[] =>
  sent === null ? ['gone'] : bodyDiffersAt === null ? [] : ['body'];

export function checkSignature(compared: Compared): Verdict {
  const { received, body, sent, secrets } = compared;
  const bodyDiffersAt = firstDifference(body, sent.body);
  const changed = changesOf(bodyDiffersAt, sent.body);
  if (received === null) return failed(['format', ...changed], bodyDiffersAt);
  if (secrets.length === 0) return failed(['unsigned', ...changed], bodyDiffersAt);
  const attemptAt = signedTime(received, sent.attemptAtMs);
  const receivedAt = received.timestamp ?? attemptAt;
  if (receivedAt === null) return failed(['timestamp', ...changed], bodyDiffersAt);
  const signer = (at: number, bytes: Buffer): PromisedSecret | undefined =>
    secrets.find((secret) => {
      const expected = signatureOf(received, compared, secret, at, bytes);
      return received.signatures.some((signature) => isEqual(signature, expected));
    });
  const by = signer(receivedAt, body);
  if (by !== undefined)
    return {
      matches: true,
      signedWith: by.isCurrent ? 'current' : 'replaced',
      differs: [],
      bodyDiffersAt,
    };
  const moved = attemptAt !== null && attemptAt !== receivedAt;
  const late: readonly Difference[] = moved ? ['timestamp'] : [];
  if (moved && signer(attemptAt, body) !== undefined) return failed(late, bodyDiffersAt);
  if (bodyDiffersAt !== null && sent.body !== null) {
    if (signer(receivedAt, sent.body) !== undefined) return failed(['body'], bodyDiffersAt);
    if (moved && signer(attemptAt, sent.body) !== undefined)
      return failed([...late, 'body'], bodyDiffersAt);
  }
  return failed([...late, ...changed, 'secret'], bodyDiffersAt);
}

const signedTime = ({ format }: ReadSignature, atMs: number | null): number | null =>
  atMs === null || format === 'own' ? atMs : Math.floor(atMs / 1_000);
