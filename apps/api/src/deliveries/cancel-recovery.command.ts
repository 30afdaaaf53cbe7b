import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { recoveryBy } from './get-recovery.query.js';
import type { RecoveryView } from './recovery.schemas.js';
import { cancelRecoverySql } from './recovery.sql.js';

/** Deliveries that the recovery has ordered are still sent. */
export class CancelRecovery extends Command<RecoveryView> {
  constructor(
    readonly workspaceId: string,
    readonly recoveryId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelRecovery)
export class CancelRecoveryHandler implements ICommandHandler<CancelRecovery> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute(command: CancelRecovery): Promise<RecoveryView> {
    return recoveryBy(cancelRecoverySql, command, this.database);
  }
}
