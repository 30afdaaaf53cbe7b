import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { includesRole, type Principal } from '../auth/principal.js';
import { SystemState } from './system-state.js';
import type { SystemView } from './system.schemas.js';

/** Owners see the parts; anyone else sees whether the whole works. */
export class GetSystem extends Query<SystemView> {
  constructor(readonly principal: Principal) {
    super();
  }
}

@QueryHandler(GetSystem)
export class GetSystemHandler implements IQueryHandler<GetSystem> {
  constructor(@Inject(SystemState) private readonly state: SystemState) {}

  async execute({ principal }: GetSystem): Promise<SystemView> {
    const { status, details } = await this.state.read();
    return includesRole(principal.role, 'owner') ? { status, details } : { status };
  }
}
