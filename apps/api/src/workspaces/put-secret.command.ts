import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { DATABASE, WORKSPACE_CIPHER } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { Quotas } from '../quotas/index.js';
import { type SecretRow, type SecretView, viewOf } from './secret.schemas.js';
import { putSecretSql } from './secrets.sql.js';

export class PutSecret extends Command<SecretView> {
  constructor(
    readonly principal: Principal,
    readonly name: string,
    readonly value: string,
  ) {
    super();
  }
}

interface PutRow extends SecretRow {
  readonly is_new: boolean;
}

@CommandHandler(PutSecret)
export class PutSecretHandler implements ICommandHandler<PutSecret> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, name, value }: PutSecret): Promise<SecretView> {
    const { workspaceId } = principal;
    // The runner decrypts it with the same purpose.
    const ciphertext = await this.cipher.encrypt(workspaceId, value, `secret:${name}`);
    return this.database.dataSource.transaction(async (manager) => {
      const values = [workspaceId, name, ciphertext];
      const [row] = await manager.query<PutRow[]>(putSecretSql, values);
      if (row === undefined) throw new Error('an upsert returned no row');
      if (row.is_new) await this.quotas.check(manager, principal, ['secrets']);
      return viewOf(row);
    });
  }
}
