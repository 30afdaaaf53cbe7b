import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database, WorkspaceCipher } from '@libs/persistence';
import { DATABASE, WORKSPACE_CIPHER } from '@libs/platform';
import { type SecretRow, type SecretView, viewOf } from './secret.schemas.js';
import { putSecretSql } from './workspace.sql.js';

export class PutSecret extends Command<SecretView> {
  constructor(
    readonly workspaceId: string,
    readonly name: string,
    readonly value: string,
  ) {
    super();
  }
}

@CommandHandler(PutSecret)
export class PutSecretHandler implements ICommandHandler<PutSecret> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
  ) {}

  async execute({ workspaceId, name, value }: PutSecret): Promise<SecretView> {
    // The runner decrypts it with the same purpose.
    const ciphertext = await this.cipher.encrypt(workspaceId, value, `secret:${name}`);
    const { rows } = await this.database.pool.query<SecretRow>(putSecretSql, [
      workspaceId,
      name,
      ciphertext,
    ]);
    const [row] = rows;
    if (row === undefined) throw new Error('an upsert returned no row');
    return viewOf(row);
  }
}
