/** The addresses from which a key may be used, and whether other addresses are among them. */
import { isIP } from 'node:net';
import { addressList } from '../http/caller-context.js';
import type { Principal } from './principal.js';

/** A list belongs to a looked-up key and is checked for each of its requests. */
const compiled = new WeakMap<readonly string[], (address: string) => boolean>();

export function isAllowedFrom(
  { allowedAddresses }: Pick<Principal, 'allowedAddresses'>,
  address: string,
): boolean {
  if (allowedAddresses === null) return true;
  const check = compiled.get(allowedAddresses) ?? addressList(allowedAddresses);
  compiled.set(allowedAddresses, check);
  return check(address);
}

const bitsOf = (ip: string, bits: string | undefined): number =>
  bits === undefined ? (isIP(ip) === 4 ? 32 : 128) : Number(bits);

/** Whether one range of the list has every address of the entry. */
export function covers(list: readonly string[], entry: string): boolean {
  const [ip = '', bits] = entry.split('/');
  return list.some((range) => {
    const [first = '', rangeBits] = range.split('/');
    const isWider = isIP(first) === isIP(ip) && bitsOf(first, rangeBits) <= bitsOf(ip, bits);
    return isWider && addressList([range])(ip);
  });
}
