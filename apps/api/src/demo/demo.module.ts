import { Module } from '@nestjs/common';
import { ChangeDemoReceiverHandler } from './change-demo-receiver.command.js';
import { DemoInstallation } from './demo-installation.js';
import { DemoController } from './demo.controller.js';
import { GetDemoHandler } from './get-demo.query.js';

@Module({
  controllers: [DemoController],
  providers: [DemoInstallation, GetDemoHandler, ChangeDemoReceiverHandler],
  exports: [DemoInstallation],
})
export class DemoModule {}
