import { Module } from '@nestjs/common';
import { DashboardFiles } from './dashboard-files.js';
import { DashboardController } from './dashboard.controller.js';

@Module({ controllers: [DashboardController], providers: [DashboardFiles] })
export class DashboardModule {}
