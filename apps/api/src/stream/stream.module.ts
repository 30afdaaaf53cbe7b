import { Module } from '@nestjs/common';
import { ShutdownModule } from '../http/shutdown.module.js';
import { QuotasModule } from '../quotas/index.js';
import { NotePresenceHandler } from './note-presence.command.js';
import { PageFeed } from './page-feed.js';
import { PresenceController } from './presence.controller.js';
import { StreamController } from './stream.controller.js';
import { WorkspaceCounters } from './workspace-counters.js';

@Module({
  imports: [QuotasModule, ShutdownModule],
  controllers: [PresenceController, StreamController],
  providers: [NotePresenceHandler, PageFeed, WorkspaceCounters],
})
export class StreamModule {}
