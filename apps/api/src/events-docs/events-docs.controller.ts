/** What our topics promise: for machines and for people. Readable without an API key, as the schemas are. */
import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG, Public } from '@libs/platform';
import { asyncApiDocument } from './asyncapi.js';
import { eventsPage } from './events-page.js';

/** Of the interface; grows with released schemas. */
const version = '1.0.0';

@Public()
@Controller()
export class EventsDocsController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('asyncapi.json')
  asyncApi(): object {
    return asyncApiDocument(this.config.FLOWLEDGER_LEDGER_PARTITIONS, version);
  }

  @Get('docs/events')
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return eventsPage();
  }
}
