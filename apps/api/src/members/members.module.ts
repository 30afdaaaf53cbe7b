import { Module } from '@nestjs/common';
import { QuotasModule } from '../quotas/index.js';
import { AddMemberHandler } from './add-member.command.js';
import { CallerController } from './caller.controller.js';
import { ChangeMemberHandler } from './change-member.command.js';
import { GetMemberHandler } from './get-member.query.js';
import { ListMembersHandler } from './list-members.query.js';
import { MembersController } from './members.controller.js';
import { RemoveMemberHandler } from './remove-member.command.js';

@Module({
  imports: [QuotasModule],
  controllers: [MembersController, CallerController],
  providers: [
    AddMemberHandler,
    ChangeMemberHandler,
    RemoveMemberHandler,
    GetMemberHandler,
    ListMembersHandler,
  ],
})
export class MembersModule {}
