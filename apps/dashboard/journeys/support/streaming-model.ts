/** A language model on this machine that writes its answer as the journey says it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StreamingModel {
  /** For `baseUrl`. */
  readonly url: string;
  /** Goes on with each open answer. */
  say(piece: string): void;
  /** Ends each open answer by this piece. Later ones are this piece alone. */
  finish(piece: string): void;
  close(): Promise<void>;
}

const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };

const chunk = (choices: readonly object[], more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', model: 'small', choices, ...more })}\n\n`;
const textChunk = (content: string): string => chunk([{ index: 0, delta: { content } }]);
const end =
  chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]) +
  chunk([], { usage }) +
  'data: [DONE]\n\n';

export async function openStreamingModel(): Promise<StreamingModel> {
  const open = new Set<ServerResponse>();
  let last: string | null = null;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (last !== null) {
        response.end(textChunk(last) + end);
        return;
      }
      response.flushHeaders();
      open.add(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    say: (piece) => open.forEach((response) => response.write(textChunk(piece))),
    finish: (piece) => {
      last = piece;
      for (const response of open) response.end(textChunk(piece) + end);
      open.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
