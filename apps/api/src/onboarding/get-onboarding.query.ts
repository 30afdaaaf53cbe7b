import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { readerOf } from '../auth/reader.js';
import { OnboardingStates } from './onboarding-states.js';
import type { OnboardingView } from './onboarding.schemas.js';

export class GetOnboarding extends Query<OnboardingView> {
  constructor(readonly principal: Principal) {
    super();
  }
}

@QueryHandler(GetOnboarding)
export class GetOnboardingHandler implements IQueryHandler<GetOnboarding> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(OnboardingStates) private readonly states: OnboardingStates,
  ) {}

  async execute({ principal }: GetOnboarding): Promise<OnboardingView> {
    const { workspaceId } = principal;
    const { pool } = this.database;
    const found = await this.states.read(pool, [workspaceId], readerOf(principal));
    const view = found.get(workspaceId);
    if (view === undefined) throw notFound('workspace');
    return view;
  }
}
