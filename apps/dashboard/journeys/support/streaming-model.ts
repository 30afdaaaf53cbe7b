/** A language model on this machine whose answer comes in two parts, the second when asked for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streamed } from '../../../../test/support/model-answers.js';

export interface StreamingModel {
  /** For `baseUrl`. */
  readonly url: string;
  /** Sends the rest of each answer, also of those that come later. */
  finish(): void;
  close(): Promise<void>;
}

/** Role and first piece. */
const firstEvents = 2;

export async function openStreamingModel(pieces: readonly string[]): Promise<StreamingModel> {
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<undefined>();
  const reply = streamed(pieces);
  if (reply.kind !== 'answer') throw new Error('A streamed answer is an answer');
  const events = String(reply.body).split(/(?<=\n\n)/);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, reply.headers);
      response.write(events.slice(0, firstEvents).join(''));
      void isFinished.then(() => response.end(events.slice(firstEvents).join('')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    finish: () => finish(undefined),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
