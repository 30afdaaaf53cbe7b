/**
 * Clear text for one execution, only inside the runner and only while it runs: the workspace's
 * secrets that its workflow names, and the credentials among the trigger's headers.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import type { ExecutionRequested } from '@libs/contracts';
import { ownTurn } from '@libs/event-loop';
import {
  encryptedField,
  isCredential,
  sealedHeader,
  triggerHeaderPurpose,
  type SecretValues,
} from '@libs/execution';
import type { Database } from '@libs/persistence';
import { secretsSql } from './execution.sql.js';

export const noSecrets: SecretValues = {
  byName: new Map(),
  hosts: new Map(),
  headers: new Map(),
  masked: [],
};

export interface WorkspaceCipher {
  decrypt(workspaceId: string, sealed: Buffer, purpose: string): Promise<string>;
}

/** The workspace of the secrets, and the input that holds sealed values. */
type RunIdentity = Pick<ExecutionRequested, 'workspaceId' | 'input'>;

interface SecretRow {
  readonly name: string;
  readonly ciphertext: Buffer;
  readonly allowed_hosts: readonly string[];
}

/** Headers only: text that callers write elsewhere is their own, even where it looks sealed. */
function sealedHeaders(input: string): ReadonlySet<string> {
  if (!input.includes(encryptedField)) return new Set();
  const { headers } = (JSON.parse(input) ?? {}) as { readonly headers?: unknown };
  if (typeof headers !== 'object') return new Set();
  return new Set(Object.values(headers ?? {}).flatMap((value) => sealedHeader(value) ?? []));
}

export class SecretSource {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly cipher: WorkspaceCipher,
  ) {}

  /** Secrets that need no waiting; null when something must be loaded. */
  peek({ secretNames }: CompiledWorkflow, request: RunIdentity): SecretValues | null {
    return secretNames.size > 0 || request.input.includes(encryptedField) ? null : noSecrets;
  }

  /**
   * Rejects while the database is unavailable.
   * @throws SealError, WorkspaceKeyError when something can't be opened
   */
  async load({ secretNames }: CompiledWorkflow, request: RunIdentity): Promise<SecretValues> {
    const open = (sealed: Buffer, purpose: string): Promise<string> =>
      this.cipher.decrypt(request.workspaceId, sealed, purpose);
    const byName = new Map<string, string>();
    const hosts = new Map<string, readonly string[]>();
    if (secretNames.size > 0) {
      const { rows } = await this.database.pool.query<SecretRow>({
        name: 'workspace-secrets',
        text: secretsSql,
        values: [request.workspaceId, [...secretNames]],
      });
      for (const { name, ciphertext, allowed_hosts } of rows) {
        byName.set(name, await open(ciphertext, `secret:${name}`));
        if (allowed_hosts.length > 0) hosts.set(name, allowed_hosts);
      }
    }
    const headers = new Map<string, string>();
    await ownTurn(request.input.length);
    for (const sealed of sealedHeaders(request.input))
      headers.set(sealed, await open(Buffer.from(sealed, 'base64'), triggerHeaderPurpose));
    const masked = [...byName.values(), ...[...headers.values()].filter(isCredential)];
    return { byName, hosts, headers, masked };
  }
}
