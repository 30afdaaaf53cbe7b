import { Module } from '@nestjs/common';
import { QuotasModule } from '../quotas/index.js';
import { ApiKeysController } from './api-keys.controller.js';
import { CreateApiKeyHandler } from './create-api-key.command.js';
import { GetApiKeyHandler } from './get-api-key.query.js';
import { ListApiKeysHandler } from './list-api-keys.query.js';
import { RevokeApiKeyHandler } from './revoke-api-key.command.js';

@Module({
  imports: [QuotasModule],
  controllers: [ApiKeysController],
  providers: [CreateApiKeyHandler, RevokeApiKeyHandler, GetApiKeyHandler, ListApiKeysHandler],
})
export class ApiKeysModule {}
