/**
 * Whether workflows of `npm start` may call this machine when EGRESS_ALLOW is not set. Only while
 * the service itself is on loopback: a caller from the network must not reach this machine's other
 * services through a workflow.
 */
import { BlockList, isIP } from 'node:net';

const loopbackRanges = '127.0.0.0/8,::1/128';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach a server that listens there. */
function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

interface EgressDefault {
  /** Value of EGRESS_ALLOW. */
  readonly allow: string;
  /** For the person who started the service; null when that person decided. */
  readonly note: string | null;
}

/**
 * @param asked value of EGRESS_ALLOW
 * @param host listen address
 */
export function egressDefault(asked: string | undefined, host: string): EgressDefault {
  if (asked !== undefined) return { allow: asked, note: null };
  if (isLoopback(host))
    return {
      allow: loopbackRanges,
      note: 'calls to loopback addresses are allowed, because HOST is loopback and EGRESS_ALLOW is not set',
    };
  return {
    allow: '',
    note: `calls to loopback addresses are refused, because HOST is ${host}; EGRESS_ALLOW=${loopbackRanges} allows them`,
  };
}
