/** A server on this machine that answers its caller when the journey says so. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeldAnswer {
  readonly url: string;
  /** Resolves when it was called. */
  readonly asked: Promise<unknown>;
  release(): void;
}

export async function heldAnswer(): Promise<HeldAnswer> {
  const asked = Promise.withResolvers<true>();
  const released = Promise.withResolvers<true>();
  const server = createServer((_request, response) => {
    asked.resolve(true);
    void released.promise.then(() => {
      response.writeHead(200, { connection: 'close' }).end('{}');
      server.close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked: asked.promise,
    release: () => released.resolve(true),
  };
}
