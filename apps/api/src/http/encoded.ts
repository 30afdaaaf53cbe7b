/** Bodies that are compressed once and sent to any number of callers. */
import type { FastifyReply } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the order of preference. */
const compressions = ['br', 'gzip'] as const;
type Encoding = (typeof compressions)[number] | 'identity';

export type Encoded = Readonly<Record<Encoding, Buffer>>;

/** The encodings that a caller names and does not refuse with `q=0` (RFC 9110, 12.5.3). */
function namedEncodings(acceptEncoding: string): Set<string> {
  const parts = acceptEncoding.toLowerCase().split(',');
  return new Set(
    parts.flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      return parameters.some((text) => /^q=0(\.0*)?$/.test(text)) ? [] : [name];
    }),
  );
}

export const accepts = (acceptEncoding: string | undefined, encoding: string): boolean =>
  namedEncodings(acceptEncoding ?? '').has(encoding);

export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const named = namedEncodings(acceptEncoding ?? '');
  return compressions.find((one) => named.has(one)) ?? 'identity';
}

/** Sets the headers and returns the bytes to send. */
export function inEncoding(
  reply: FastifyReply,
  body: Encoded,
  acceptEncoding: string | undefined,
): Buffer {
  const encoding = encodingFor(acceptEncoding);
  void reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return body[encoding];
}

const gzipped = promisify(gzip);
const brotli = promisify(brotliCompress);
/** 6 of 11: 9 takes four times as long and saves a tenth. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

/** Compresses on libuv's threads, so the event loop stays free. */
export async function encodedText(text: string): Promise<Encoded> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([brotli(identity, { params }), gzipped(identity)]);
  return { identity, br, gzip: zipped };
}
