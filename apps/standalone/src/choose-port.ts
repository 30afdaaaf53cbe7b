/** The port to serve on: the one that was asked for, else 3000, else whatever is free. */
import { ConfigError } from '@libs/config';
import { createServer, type AddressInfo } from 'node:net';

const usualPort = 3000;

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop what listens there, or set another PORT',
  EADDRNOTAVAIL: 'HOST must be an address of this machine',
  ENOTFOUND: 'HOST must be an address of this machine',
  EACCES: 'set a PORT from 1024 on',
};

/** @throws when it can't be listened on */
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
 * @param asked value of PORT; only when it is absent or 0 may another one be taken
 * @throws ConfigError before anything is started, when nobody can listen there
 */
export async function choosePort(asked: string | undefined, host: string): Promise<string> {
  const wanted = Number(asked ?? usualPort);
  try {
    return String(await tryPort(wanted, host));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && asked === undefined) return String(await tryPort(0, host));
    // What is no port at all is said by the configuration.
    if (code === 'ERR_SOCKET_BAD_PORT' && asked !== undefined) return asked;
    throw new ConfigError(
      `Can't listen on port ${wanted} of ${host} (${code}): ${remedies[code] ?? String(error)}`,
    );
  }
}
