/**
 * Clear text for one execution, only inside the runner and only for as long as it runs (design.md 3.7): workspace secrets by
 * name, and the credentials among the trigger's headers.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import type { ExecutionRequested } from '@libs/contracts';
import { encryptedField, triggerHeaderPurpose, type SecretValues } from '@libs/execution';
import type { Database } from '@libs/persistence';

const sql = 'select name, ciphertext from workspace_secret where workspace_id = $1';

/** For executions that have no secrets. */
const noSecrets: SecretValues = {
  byName: new Map(),
  reveal: () => {
    throw new Error('this execution has no encrypted input');
  },
};

export interface WorkspaceCipher {
  decrypt(workspaceId: string, sealed: Buffer, purpose: string): Promise<string>;
}

const sealedValue = new RegExp(`"\\${encryptedField}":"([A-Za-z0-9+/=]+)"`, 'g');

/** Whose secrets, and which sealed values. */
type RunIdentity = Pick<ExecutionRequested, 'workspaceId' | 'input'>;

export class SecretSource {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly cipher: WorkspaceCipher,
  ) {}

  /** What needs no waiting: null when something must be loaded. */
  peek(workflow: CompiledWorkflow, request: RunIdentity): SecretValues | null {
    return workflow.usesSecrets || request.input.includes(encryptedField) ? null : noSecrets;
  }

  async load(workflow: CompiledWorkflow, request: RunIdentity): Promise<SecretValues> {
    const byName = new Map<string, string>();
    if (workflow.usesSecrets) {
      const { rows } = await this.database.pool.query<{ name: string; ciphertext: Buffer }>({
        name: 'workspace-secrets',
        text: sql,
        values: [request.workspaceId],
      });
      for (const { name, ciphertext } of rows) {
        byName.set(
          name,
          await this.cipher.decrypt(request.workspaceId, ciphertext, `secret:${name}`),
        );
      }
    }
    const revealed = new Map<string, string>();
    for (const [, sealed = ''] of request.input.matchAll(sealedValue)) {
      const clear = await this.cipher.decrypt(
        request.workspaceId,
        Buffer.from(sealed, 'base64'),
        triggerHeaderPurpose,
      );
      revealed.set(sealed, clear);
    }
    return { byName, reveal: (sealed) => revealed.get(sealed) ?? '' };
  }
}
