import { Module } from '@nestjs/common';
import { OpenStreams } from './open-streams.js';
import { Quotas } from './quotas.js';

/** Exactly one OpenStreams per process: it counts the streams of this process. */
@Module({ providers: [Quotas, OpenStreams], exports: [Quotas, OpenStreams] })
export class QuotasModule {}
