/** The refusal of a secret that names its hosts, in the same words at deployment and in a run. */
import type { SentSecret } from '@libs/workflow';

/** More do not help the author. */
const maxListed = 5;

const listed = (hosts: readonly string[]): string =>
  hosts.length <= maxListed
    ? hosts.join(', ')
    : `${hosts.slice(0, maxListed).join(', ')} and ${hosts.length - maxListed} others`;

/** @param to the other host in words; a host that may hold the secret itself is not named */
export const deniedHost = (name: string, hosts: readonly string[], to: string): string =>
  `The secret "${name}" may be sent to ${listed(hosts)} only, not to ${to}. Correct the URL, or let an owner add the host to the "allowedHosts" of the secret`;

export const deniedUse = (name: string, hosts: readonly string[]): string =>
  `The secret "${name}" may be sent to ${listed(hosts)} only. So it can be used in an HTTP request (api) and in the "apiKey" and "baseUrl" of an agent, but not here`;

/** A secret that names its hosts would be used elsewhere. */
export class SecretHostDeniedError extends Error {
  override readonly name = 'SecretHostDeniedError';
  readonly code = 'SECRET_HOST_DENIED';
}

/** For uses that are no call. @throws SecretHostDeniedError when the secret names its hosts */
export function secretForAnyUse(name: string, { value, hosts }: SentSecret): string {
  if (hosts.length === 0) return value;
  throw new SecretHostDeniedError(deniedUse(name, hosts));
}
