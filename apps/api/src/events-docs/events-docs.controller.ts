/** The topics' contract for programs and people. Public, like the schemas: no API key needed. */
import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG, Public } from '@libs/platform';
import { asyncApiDocument } from './asyncapi.js';
import { eventsPage } from './events-page.js';

/** Version of the event interface; it increases with released schemas. */
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
