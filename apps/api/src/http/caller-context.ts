/**
 * Request id and trace context of a caller. Both are accepted only on a trusted proxy's connection:
 * they enter our logs, audit trail and traces, and a sampled traceparent forces us to record a
 * trace. An API key does not make them trusted (decision 25). Any other request gets a new id and
 * starts a new trace.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

export interface CallerContext {
  requestIdOf(request: Request): string;
  /** Null for a request that starts a new trace. */
  traceparentOf(request: Request): string | null;
}

/** The id enters log lines and the audit trail unescaped. */
const harmlessId = /^[A-Za-z0-9._-]{1,128}$/;
/** W3C Trace Context, version 00. */
const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** @param trustedProxies addresses and CIDRs */
export function callerContext(trustedProxies: readonly string[]): CallerContext {
  const isProxy = addressList(trustedProxies);
  const header = (request: Request, name: string, pattern: RegExp): string | null => {
    const value = request.headers[name];
    if (typeof value !== 'string' || !pattern.test(value)) return null;
    return isProxy(request.socket.remoteAddress ?? '') ? value : null;
  };
  return {
    requestIdOf: (request) => header(request, 'x-request-id', harmlessId) ?? randomUUID(),
    traceparentOf: (request) => header(request, 'traceparent', traceparentPattern),
  };
}

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIPv6(ip) ? 'ipv6' : 'ipv4');

/** @param entries addresses and CIDRs */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(ip, familyOf(ip));
    else list.addSubnet(ip, Number(bits), familyOf(ip));
  }
  return (address) => {
    // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d; %eth0 names an interface.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}
