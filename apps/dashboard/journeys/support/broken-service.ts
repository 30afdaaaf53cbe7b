/** A service on this machine that ends every connection without an answer until it is mended. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BrokenService {
  readonly url: string;
  mend(): void;
  close(): void;
}

export async function brokenService(): Promise<BrokenService> {
  let isMended = false;
  const server = createServer((request, response) => {
    if (isMended) response.writeHead(200, { connection: 'close' }).end('{"charged":true}');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    mend: () => {
      isMended = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
