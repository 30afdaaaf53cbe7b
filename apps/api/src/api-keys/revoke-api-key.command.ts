import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { findApiKey } from './get-api-key.query.js';

/** Every instance refuses the key within two seconds. */
export class RevokeApiKey extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly keyId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, keyId }: RevokeApiKey): Promise<undefined> {
    const { manager } = this.database.dataSource;
    const key = await findApiKey(manager, keyId, principal);
    key.revokedAt = new Date();
    await manager.save(key);
  }
}
