import { Module } from '@nestjs/common';
import { DashboardFiles } from './dashboard-files.js';
import { DashboardPage } from './dashboard-page.js';
import { DashboardController } from './dashboard.controller.js';
import { UnknownPages } from './unknown-pages.js';

@Module({
  controllers: [DashboardController],
  providers: [DashboardFiles, DashboardPage, UnknownPages],
})
export class DashboardModule {}
