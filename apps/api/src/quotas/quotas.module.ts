import { Module } from '@nestjs/common';
import { Quotas } from './quotas.js';

@Module({ providers: [Quotas], exports: [Quotas] })
export class QuotasModule {}
