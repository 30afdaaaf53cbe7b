/** The signature of a delivery, computed where the secret was typed: it goes nowhere else. */
export async function ownSignature(
  subtle: SubtleCrypto,
  secret: string,
  { timestampMs, body }: { readonly timestampMs: number; readonly body: string },
): Promise<string> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const mac = await subtle.sign('HMAC', key, bytes(`${timestampMs}.${body}`));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
