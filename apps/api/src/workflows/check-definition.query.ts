import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type DefinitionCheck, definitionChecks, textChecks } from '@libs/blocks';
import { runInTurns } from '@libs/event-loop';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import type { CheckBody } from './check.schemas.js';
import { allWarnings } from './workspace-names.js';

/** Checks a definition without storing it. */
export class CheckDefinition extends Query<DefinitionCheck> {
  constructor(
    readonly principal: Principal,
    readonly body: CheckBody,
  ) {
    super();
  }
}

@QueryHandler(CheckDefinition)
export class CheckDefinitionHandler implements IQueryHandler<CheckDefinition> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, body }: CheckDefinition): Promise<DefinitionCheck> {
    const { definition, text } = body;
    const withSecrets = async (check: DefinitionCheck): Promise<DefinitionCheck> => {
      const warnings = await allWarnings(this.database.dataSource.manager, principal, check);
      return { ...check, warnings };
    };
    if (text === undefined) return withSecrets(await runInTurns(definitionChecks(definition)));
    const { check, inText } = await runInTurns(textChecks(text));
    return inText(await withSecrets(check));
  }
}
