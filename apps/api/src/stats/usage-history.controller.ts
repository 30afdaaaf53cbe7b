/** `/api/v1/usage/history`: what the account used in earlier months. */
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { z } from 'zod';
import { accountUsageAnswer, type MonthView } from '../accounts/account.schemas.js';
import { GetAccountUsage } from '../accounts/get-account-usage.query.js';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import { QueryPipe } from '../http/zod.pipe.js';

const usageHistoryQuery = z.strictObject({
  months: z.coerce
    .number()
    .int()
    .min(1)
    .max(24)
    .default(12)
    .meta({ example: 3, description: 'Months with usage, newest first.' }),
});
type UsageHistoryParameters = z.output<typeof usageHistoryQuery>;

@Controller('api/v1/usage')
export class UsageHistoryController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getUsageHistory',
    summary: "Get the account's cost, executions and tokens by month, newest first",
    role: 'viewer',
    answers: { 200: accountUsageAnswer },
  })
  @Get('history')
  async history(
    @CurrentPrincipal() { accountId }: Principal,
    @Query(new QueryPipe(usageHistoryQuery)) { months }: UsageHistoryParameters,
  ): Promise<{ data: readonly MonthView[] }> {
    return { data: await this.bus.execute(new GetAccountUsage(accountId, months)) };
  }
}
