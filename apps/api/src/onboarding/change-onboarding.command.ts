import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { readerOf } from '../auth/reader.js';
import type { OnboardingChange } from './onboarding.schemas.js';
import { changeOnboardingSql } from './onboarding.sql.js';

/** The first call notes when it began. */
export class ChangeOnboarding extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly change: OnboardingChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeOnboarding)
export class ChangeOnboardingHandler implements ICommandHandler<ChangeOnboarding> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, change }: ChangeOnboarding): Promise<undefined> {
    const values = [principal.workspaceId, readerOf(principal), change.ended ?? null];
    await this.database.pool.query(changeOnboardingSql, values);
  }
}
