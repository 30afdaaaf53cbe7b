/** The port to serve on: the requested one, else 3000, else any free one. */
import { ConfigError } from '@libs/config';
import { createServer, type AddressInfo } from 'node:net';
import { holderOf } from './port-holder.js';

const usualPort = 3000;

/** The variables that a person can set. */
interface Names {
  readonly port: string;
  readonly host: string;
}
const main: Names = { port: 'PORT', host: 'HOST' };
const ops: Names = { port: 'FLOWLEDGER_OPS_PORT', host: 'FLOWLEDGER_OPS_HOST' };

const remedies: Readonly<Record<string, (names: Names) => string>> = {
  EADDRINUSE: ({ port }) => `stop that process, or set another ${port}`,
  EADDRNOTAVAIL: ({ host }) => `${host} must be an address of this machine`,
  ENOTFOUND: ({ host }) => `${host} must be an address of this machine`,
  EACCES: ({ port }) => `set a ${port} from 1024 on`,
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

const refusalOf = (error: unknown, port: number, host: string, names: Names): ConfigError => {
  const { code = '' } = error as NodeJS.ErrnoException;
  const remedy = remedies[code]?.(names) ?? String(error);
  const holder = code === 'EADDRINUSE' ? holderOf(port) : null;
  const by = holder === null ? '' : `${holder} listens there; `;
  return new ConfigError(`Can't listen on port ${port} of ${host} (${code}): ${by}${remedy}`);
};

export interface ChosenPort {
  readonly port: string;
  /** Why it is not the usual one, for the person who started the service. */
  readonly note: string | null;
}

async function anotherPort(host: string): Promise<ChosenPort> {
  const port = String(await tryPort(0, host));
  const holder = holderOf(usualPort) ?? 'another process';
  const note = `port ${usualPort} is in use by ${holder}, so this start listens on ${port}; PORT chooses another one`;
  return { port, note };
}

/**
 * @param asked value of PORT; another port may be used only when it is absent or 0
 * @throws ConfigError before anything is started, when the port can't be used
 */
export async function choosePort(asked: string | undefined, host: string): Promise<ChosenPort> {
  const wanted = Number(asked ?? usualPort);
  try {
    return { port: String(await tryPort(wanted, host)), note: null };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && asked === undefined) return anotherPort(host);
    // The configuration reports a value that is not a port.
    if (code === 'ERR_SOCKET_BAD_PORT' && asked !== undefined) return { port: asked, note: null };
    throw refusalOf(error, wanted, host, main);
  }
}

/**
 * @param asked value of FLOWLEDGER_OPS_PORT; without it any free port is used
 * @throws ConfigError before anything is started, when the port can't be used
 */
export async function chooseOpsPort(asked: string | undefined, host: string): Promise<string> {
  const wanted = asked ?? '0';
  try {
    await tryPort(Number(wanted), host);
    return wanted;
  } catch (error) {
    // The configuration reports a value that is not a port.
    if ((error as NodeJS.ErrnoException).code === 'ERR_SOCKET_BAD_PORT') return wanted;
    throw refusalOf(error, Number(wanted), host, ops);
  }
}
