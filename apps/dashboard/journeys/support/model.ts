/** A language model on this machine: it answers each question by one sentence. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Model {
  /** For `baseUrl`. */
  readonly url: string;
  close(): Promise<void>;
}

export async function openModel(content: string): Promise<Model> {
  const answer = JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_767_225_600, model: 'small' },
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
  });
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
