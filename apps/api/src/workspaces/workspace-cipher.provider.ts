/** The master key and the workspace cipher of this process, once. */
import { Module } from '@nestjs/common';
import type { Config } from '@libs/config';
import { createWorkspaceCipher, type Database } from '@libs/persistence';
import { CONFIG, DATABASE, LOGGER } from '@libs/platform';
import { loadMasterKey } from '@libs/security';
import type { Logger } from 'pino';

/** Buffer of 32 bytes. */
const MASTER_KEY = Symbol('MASTER_KEY');
/** WorkspaceCipher. */
export const WORKSPACE_CIPHER = Symbol('WORKSPACE_CIPHER');

@Module({
  providers: [
    {
      provide: MASTER_KEY,
      inject: [CONFIG, LOGGER],
      useFactory: (config: Config, logger: Logger): Buffer => {
        const { bytes, madeAt } = loadMasterKey(config);
        if (madeAt !== null)
          logger.warn(
            { path: madeAt },
            'a master key was made: keep it, secrets can not be read without it',
          );
        return bytes;
      },
    },
    {
      provide: WORKSPACE_CIPHER,
      inject: [DATABASE, MASTER_KEY],
      useFactory: (database: Database, masterKey: Buffer) =>
        createWorkspaceCipher(database, masterKey),
    },
  ],
  exports: [WORKSPACE_CIPHER],
})
export class WorkspaceCipherModule {}
