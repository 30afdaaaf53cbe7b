/** `/api/v1/me`: the calling key's owner and rights. Off the bus: the guard has read them. */
import { Controller, Get } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../auth/index.js';
import { suspensionView } from '../auth/suspension.js';
import type { View } from '../http/answers.js';
import { Operation } from '../http/operation.decorator.js';
import { callerAnswer } from './member.schemas.js';

@Controller('api/v1/me')
export class CallerController {
  @Operation({
    id: 'getCaller',
    summary: 'Get the caller of this key and its rights',
    role: 'viewer',
    limitedKeys: 'handler',
    answers: { 200: callerAnswer },
  })
  @Get()
  get(@CurrentPrincipal() principal: Principal): View<typeof callerAnswer> {
    const { accountId, plan, workspaceId, keyId, userId, role } = principal;
    const { scopes, expiresAt, workflowIds, allowedAddresses, suspension } = principal;
    return {
      data: {
        ...{ accountId, plan, workspaceId, keyId, userId, role },
        ...{ scopes, workflowIds, allowedAddresses },
        expiresAt: expiresAt?.toISOString() ?? null,
        suspension: suspensionView(suspension),
      },
    };
  }
}
