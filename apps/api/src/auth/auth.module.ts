import { Module } from '@nestjs/common';
import { ApiKeyLookup } from './api-key-lookup.js';
import { OpenRequests } from './open-requests.js';
import { SessionLookup } from './session-lookup.js';
import { WrongKeys } from './wrong-keys.js';

const providers = [ApiKeyLookup, SessionLookup, OpenRequests, WrongKeys];

@Module({ providers, exports: providers })
export class AuthModule {}
