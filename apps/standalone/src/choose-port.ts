/** The port to serve on: the requested one, else 3000, else any free one. */
import { ConfigError } from '@libs/config';
import { createServer, type AddressInfo } from 'node:net';

const usualPort = 3000;

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop that process, or set another PORT',
  EADDRNOTAVAIL: 'HOST must be an address of this machine',
  ENOTFOUND: 'HOST must be an address of this machine',
  EACCES: 'set a PORT from 1024 on',
};

/** @throws when the process can't listen on it */
function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo;
      server.close(() => resolve(actual));
    });
  });
}

/**
 * @param asked value of PORT; another port may be used only when it is absent or 0
 * @throws ConfigError before anything is started, when the port can't be used
 */
export async function choosePort(asked: string | undefined, host: string): Promise<string> {
  const wanted = Number(asked ?? usualPort);
  try {
    return String(await tryPort(wanted, host));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && asked === undefined) return String(await tryPort(0, host));
    // The configuration reports a value that is not a port.
    if (code === 'ERR_SOCKET_BAD_PORT' && asked !== undefined) return asked;
    throw new ConfigError(
      `Can't listen on port ${wanted} of ${host} (${code}): ${remedies[code] ?? String(error)}`,
    );
  }
}
