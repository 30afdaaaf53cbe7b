/** A receiver of webhooks on this machine, which answers as the journey says. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** What it answers from now on. */
  answerWith(status: number): void;
  /** How often it was called. */
  calls(): number;
  close(): Promise<void>;
}

export async function openReceiver(path = '/hook'): Promise<Receiver> {
  let status = 200;
  let calls = 0;
  const server: Server = createServer((request, response) => {
    calls += 1;
    request.resume();
    request.on('end', () => response.writeHead(status).end('{"received":true}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    answerWith: (next) => {
      status = next;
    },
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
