import { Module } from '@nestjs/common';
import { DeletePinHandler } from './delete-pin.command.js';
import { ListPinsHandler } from './list-pins.query.js';
import { PinsController } from './pins.controller.js';
import { PutPinHandler } from './put-pin.command.js';

@Module({
  controllers: [PinsController],
  providers: [ListPinsHandler, PutPinHandler, DeletePinHandler],
})
export class PinsModule {}
