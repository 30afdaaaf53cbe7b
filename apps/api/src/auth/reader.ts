import type { Principal } from './principal.js';

/** A member reads with all keys and sessions of their own; a key without a member by itself. */
export const readerOf = ({ userId, keyId }: Principal): string => userId ?? keyId;
