import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';

/** True from the moment the process stops: new requests are sent elsewhere, running ones finish. */
@Injectable()
export class Shutdown implements OnModuleDestroy, BeforeApplicationShutdown {
  begun = false;

  onModuleDestroy(): void {
    this.begun = true;
  }

  beforeApplicationShutdown(): void {
    this.begun = true;
  }
}
