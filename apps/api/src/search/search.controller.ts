/** `/api/v1/search`: anything of the workspace by a part of its name. */
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { Operation } from '../http/operation.decorator.js';
import { QueryPipe } from '../http/zod.pipe.js';
import { SearchWorkspace } from './search-workspace.query.js';
import { searchAnswer, type SearchParameters, searchQuery } from './search.schemas.js';

@Controller('api/v1/search')
export class SearchController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'searchWorkspace',
    summary: 'Find workflows, executions, subscriptions, secrets and members, 20 at most',
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 200: searchAnswer },
  })
  @Get()
  async search(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(searchQuery)) { q }: SearchParameters,
  ): Promise<View<typeof searchAnswer>> {
    return { data: await this.bus.execute(new SearchWorkspace(principal, q)) };
  }
}
