/** `/api/v1/me`: the owner of the calling key and its rights. */
import { Controller, Get } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';

export type CallerView = Pick<
  Principal,
  'accountId' | 'plan' | 'workspaceId' | 'keyId' | 'userId' | 'role'
> & { readonly scopes: string[] };

@Controller('api/v1/me')
export class CallerController {
  @Get()
  get(
    @CurrentPrincipal()
    { accountId, plan, workspaceId, keyId, userId, role, scopes }: Principal,
  ): { data: CallerView } {
    return { data: { accountId, plan, workspaceId, keyId, userId, role, scopes: [...scopes] } };
  }
}
