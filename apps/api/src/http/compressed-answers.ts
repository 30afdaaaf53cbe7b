/**
 * JSON for pages of the dashboard is sent as gzip. Programs with a key get it as it is: they are
 * near, and the time of this thread is theirs. Compression runs on libuv's threads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { accepts } from './encoded.js';

/** Smaller answers fit into one packet anyway. */
const leastBytes = 1_024;
/** Of 9: the next ones take longer than they save on a local network. */
const options = { level: 3 };
const gzipped = promisify(gzip);

/** The guards set it. */
interface FromPage {
  readonly principal?: { readonly sessionId: string | null };
}

const isForPage = (request: FastifyRequest & FromPage, reply: FastifyReply): boolean =>
  typeof request.principal?.sessionId === 'string' &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('content-encoding') &&
  accepts(request.headers['accept-encoding'], 'gzip');

const isReadable = (payload: unknown): payload is Readable =>
  typeof (payload as Readable | null)?.pipe === 'function';

/** Register it after `sendLargeAnswersInParts`, which makes streams of large answers. */
export function compressAnswersOfPages(instance: FastifyInstance): void {
  instance.addHook('onSend', async (request, reply, payload) => {
    if (!isForPage(request, reply)) return payload;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isReadable(payload) && !(isWhole && payload.length >= leastBytes)) return payload;
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
    void reply.removeHeader('content-length').headers({ 'content-encoding': 'gzip', vary });
    if (!isReadable(payload)) return gzipped(payload, options);
    // An error of either stream destroys both; Fastify then ends the connection.
    return pipeline(payload, createGzip(options), () => undefined);
  });
}
