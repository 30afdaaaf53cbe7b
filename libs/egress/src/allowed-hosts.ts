/**
 * Hosts that a value may be sent to, as its owner names them: `api.example.com`, `*.example.com`
 * (all names below it), or an IP address, each with a port or without. Pure.
 */
import { isIP } from 'node:net';
import { isHostName } from './egress-policy.js';

/** Characters of an entry: `*.`, a name of 253, and a port. */
export const maxAllowedHostLength = 261;

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const entryText = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i;
const howToWrite =
  'write a name (api.example.com), all names below one (*.example.com), or an IP address, each with a port or without';

/** An entry in the one form that is compared, or why it is not valid. */
export type AllowedHost = { readonly host: string } | { readonly problem: string };

/** Lower case, Punycode, addresses in their usual form, no final dot; null when it is no host. */
function canonicalName(text: string): string | null {
  const name = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? '';
  return name.startsWith('[') || isHostName(name) ? name : null;
}

function wildcardProblem(name: string): string | null {
  if (name.startsWith('[') || isIP(name) !== 0) return 'an IP address has no names below it';
  // One label would allow every host of a top-level domain.
  return name.includes('.') ? null : 'name a domain of at least two parts after "*."';
}

export function allowedHostOf(entry: string): AllowedHost {
  const text = entry.trim();
  if (scheme.test(text)) return { problem: 'has a scheme; write the host alone' };
  if (/[/?#\\@]/.test(text)) return { problem: 'is more than a host; write the host alone' };
  if (isIP(text) === 6) return { problem: `put an IPv6 address in brackets: [${text}]` };
  const [, wildcard = '', written = '', port] = entryText.exec(text) ?? [];
  // A percent sign would be decoded: the entry would allow another host than it shows.
  const name = /^$|[%*]/.test(written) ? null : canonicalName(written);
  if (name === null) return { problem: `is not a host; ${howToWrite}` };
  const problem = wildcard === '' ? null : wildcardProblem(name);
  if (problem !== null) return { problem };
  if (port === undefined) return { host: wildcard + name };
  const number = Number(port);
  if (number < 1 || number > 65_535) return { problem: 'a port is a number from 1 to 65535' };
  return { host: `${wildcard}${name}:${number}` };
}

const allowedText = /^(\*\.)?(.+?)(?::(\d+))?$/;

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}

/**
 * Whether one of the entries covers the URL's host and port.
 * @param hosts as `allowedHostOf` returns them
 * @param withWildcards false: only entries that name the host in full
 */
export function allowsUrl(hosts: readonly string[], url: URL, withWildcards = true): boolean {
  const name = url.hostname.replace(/\.$/, '');
  return hosts.some((host) => {
    const [, wildcard, allowed = '', port] = allowedText.exec(host) ?? [];
    if (port !== undefined && port !== portOf(url)) return false;
    return wildcard === undefined
      ? name === allowed
      : withWildcards && name.endsWith(`.${allowed}`);
  });
}
