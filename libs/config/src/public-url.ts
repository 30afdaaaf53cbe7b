/** Where callers reach the api, as far as this process can tell. */
import type { Config } from './config.js';

const everyAddress = new Set(['0.0.0.0', '::']);

/** @param host what is listened on: a name, an IPv4 or IPv6 address; all addresses of a machine are reached by its loopback one */
export function addressOf(host: string, port: number): string {
  const name = everyAddress.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** As configured, else what HOST and PORT say. Without a slash at its end. */
export const publicUrlOf = ({
  FLOWLEDGER_PUBLIC_URL: configured,
  HOST,
  PORT,
}: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  configured?.replace(/\/+$/, '') ?? addressOf(HOST, PORT);
