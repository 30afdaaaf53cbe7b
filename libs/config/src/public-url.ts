/** Where callers reach the api, as far as this process can tell. */
import type { Config } from './config.js';

const everyAddress = new Set(['0.0.0.0', '::']);

/** @param host listen address: a name, IPv4 or IPv6; a wildcard address is replaced by loopback */
export function addressOf(host: string, port: number): string {
  const name = everyAddress.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** As configured, else built from HOST and PORT. No trailing slash. */
export const publicUrlOf = ({
  FLOWLEDGER_PUBLIC_URL: configured,
  HOST,
  PORT,
}: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  configured?.replace(/\/+$/, '') ?? addressOf(HOST, PORT);
