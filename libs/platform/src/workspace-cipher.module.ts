/**
 * Provides the master key and the workspace cipher, one instance per process. Apart from the
 * platform, because relay and projector have no master key.
 */
import { Module } from '@nestjs/common';
import type { Config } from '@libs/config';
import { createWorkspaceCipher, type Database } from '@libs/persistence';
import { loadMasterKey, type MasterKeys } from '@libs/security';
import type { Logger } from 'pino';
import { CONFIG, DATABASE, LOGGER, MASTER_KEY, WORKSPACE_CIPHER } from './tokens.js';

@Module({
  providers: [
    {
      provide: MASTER_KEY,
      inject: [CONFIG, LOGGER],
      useFactory: (config: Config, logger: Logger): MasterKeys => {
        const { keys, madeAt } = loadMasterKey(config);
        if (madeAt !== null)
          logger.warn(
            { path: madeAt },
            'master key created; keep it, because secrets cannot be read without it',
          );
        return keys;
      },
    },
    {
      provide: WORKSPACE_CIPHER,
      inject: [DATABASE, MASTER_KEY],
      useFactory: (database: Database, masterKey: MasterKeys) =>
        createWorkspaceCipher(database, masterKey),
    },
  ],
  exports: [MASTER_KEY, WORKSPACE_CIPHER],
})
export class WorkspaceCipherModule {}
