/**
 * The lookup of every socket: resolves once, keeps only addresses that the policy allows, and
 * passes exactly those to connect. There is no second resolution between check and connect, so a
 * name that changes its address (DNS rebinding) gains nothing.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { egressError } from './classify-error.js';
import type { EgressPolicy } from './egress-policy.js';

/** Like node:dns `lookup` with `all: true`; replaced in tests. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export function createCheckedLookup(policy: EgressPolicy, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const allowed = policy.allowsHost(host)
        ? addresses
        : addresses.filter(({ address }) => policy.allowsAddress(address));
      const [first] = allowed;
      if (first === undefined) callback(egressError('EGRESS_DENIED'), '');
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
