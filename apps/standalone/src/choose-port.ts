/** The port to serve on: the one that was asked for, else 3000, else whatever is free. */
import { createServer, type AddressInfo } from 'node:net';

const usualPort = 3000;

/** Null when somebody listens there already. */
function tryPort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo;
      server.close(() => resolve(actual));
    });
  });
}

/** @param asked value of PORT; only when it is absent or 0 may another one be taken */
export async function choosePort(asked: string | undefined, host: string): Promise<string> {
  if (asked !== undefined && asked !== '0') return asked;
  const wanted = asked === '0' ? null : await tryPort(usualPort, host);
  return String(wanted ?? (await tryPort(0, host)) ?? usualPort);
}
