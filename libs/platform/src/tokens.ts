import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Injection tokens for what every app gets from its process. */
export const CONFIG = Symbol('CONFIG');
export const EVENT_LOG = Symbol('EVENT_LOG');
export const DATABASE = Symbol('DATABASE');
export const LOGGER = Symbol('LOGGER');
export const TRACING = Symbol('TRACING');
/** A RecordAppender without a backlog of its own: see `PlatformModule`. */
export const APPENDER = Symbol('APPENDER');
/** MasterKeys and WorkspaceCipher, from WorkspaceCipherModule. */
export const MASTER_KEY = Symbol('MASTER_KEY');
export const WORKSPACE_CIPHER = Symbol('WORKSPACE_CIPHER');

/** Marks routes that need no API key. All others need one (the api's guard reads this mark). */
export const publicRoute = 'flowledger:public-route';

export const Public = (): CustomDecorator => SetMetadata(publicRoute, true);
