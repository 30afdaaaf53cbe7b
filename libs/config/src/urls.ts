/** Where callers reach the api and the triggers. */
import { z } from 'zod';

/** Values of the variables of these names. */
interface Urls {
  readonly FLOWLEDGER_PUBLIC_URL?: string | undefined;
  readonly FLOWLEDGER_TRIGGER_URL?: string | undefined;
  readonly HOST: string;
  readonly PORT: number;
}

/**
 * The origin that serves only trigger URLs, so that workflows' pages share no origin with the api.
 * A trailing slash is removed.
 */
export const triggerUrlSetting = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be an origin without a path, in lower case, e.g. https://run.example.com',
  );

/** One host can't serve both: the api would be unreachable. */
export function triggerUrlProblems({
  FLOWLEDGER_PUBLIC_URL: api,
  FLOWLEDGER_TRIGGER_URL: triggers,
}: Pick<Urls, 'FLOWLEDGER_PUBLIC_URL' | 'FLOWLEDGER_TRIGGER_URL'>): readonly string[] {
  if (api === undefined || triggers === undefined) return [];
  if (new URL(api).host !== new URL(triggers).host) return [];
  return ['FLOWLEDGER_TRIGGER_URL: must have another host than FLOWLEDGER_PUBLIC_URL'];
}

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
}: Pick<Urls, 'FLOWLEDGER_PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  configured?.replace(/\/+$/, '') ?? addressOf(HOST, PORT);

/** Whether only this machine answers it: `localhost`, 127.0.0.0/8 or ::1. */
export const isLoopbackUrl = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
