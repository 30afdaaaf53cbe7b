/**
 * Free loopback ports. A port can be taken between choosing and using it: callers then try others.
 */
import { createServer, type AddressInfo, type Server } from 'node:net';

const loopback = '127.0.0.1';

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: loopback, exclusive: true }, () => resolve(server));
  });
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

/**
 * @param wanted ports of an earlier start, each used again when it is free
 * @returns `count` different ports, in the order of `wanted`
 */
export async function freePorts(count: number, wanted: readonly number[] = []): Promise<number[]> {
  const held: Server[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const preferred = wanted[index];
      const server =
        (preferred === undefined ? undefined : await listen(preferred)) ?? (await listen(0));
      if (server === undefined) throw new Error('no free port on 127.0.0.1');
      held.push(server);
    }
    // Held until all are chosen, so that they differ from each other.
    return held.map((server) => (server.address() as AddressInfo).port);
  } finally {
    await Promise.all(held.map(close));
  }
}

/** Whether the server's log ended because its port is taken. */
export function isPortCollision(logText: string): boolean {
  return /Address already in use|BindException|could not bind|Unable to start acceptor/i.test(
    logText,
  );
}
