/** The decrypted values of one execution, and the marks of encrypted ones in its input. */
import type { SentSecret } from '@libs/workflow';

/** A workspace has no secret with this name. */
export class UnknownSecretError extends Error {
  override readonly name = 'UnknownSecretError';
  constructor(readonly secretName: string) {
    super(`This workspace has no secret "${secretName}"`);
  }
}

/** Decrypted values that an execution may use; empty for most executions. */
export interface SecretValues {
  readonly byName: ReadonlyMap<string, string>;
  /** Hosts that secrets name, by secret; others may be sent anywhere. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** Values of the trigger's encrypted headers, by their sealed text (`{ "$encrypted": … }`). */
  readonly headers: ReadonlyMap<string, string>;
  /** All values that must not be recorded, used or not yet: a takeover must mask the same ones. */
  readonly masked: Iterable<string>;
}

/** Marks a header of the trigger's input that is encrypted with the workspace's key. */
export const encryptedField = '$encrypted';

/** Purpose under which such fields are sealed; part of their encryption, so it never changes. */
export const triggerHeaderPurpose = 'trigger-header';

/** The sealed text of a header's value; null when the value is in clear text. */
export function sealedHeader(value: unknown): string | null {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, encryptedField))
    return null;
  const { [encryptedField]: sealed } = value as { readonly [encryptedField]: unknown };
  return typeof sealed === 'string' ? sealed : null;
}

/** @throws UnknownSecretError */
export function sentSecretOf({ byName, hosts }: SecretValues, name: string): SentSecret {
  const value = byName.get(name);
  if (value === undefined) throw new UnknownSecretError(name);
  return { value, hosts: hosts.get(name) ?? [] };
}
