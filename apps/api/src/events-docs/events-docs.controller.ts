/** The topics' contract for programs and people. Public, like the schemas: no API key needed. */
import { Controller, Get, Header, Headers, Inject, Res } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG, Public } from '@libs/platform';
import type { FastifyReply } from 'fastify';
import { BuiltPages, eventsPolicy } from '../docs-pages/built-pages.js';
import { type Encoded, encodedText, inEncoding } from '../http/encoded.js';
import { asyncApiDocument } from './asyncapi.js';
import { withPartitions } from './events-page.js';

@Public()
@Controller()
export class EventsDocsController {
  #page: Promise<Encoded> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BuiltPages) private readonly pages: BuiltPages,
  ) {}

  @Get('asyncapi.json')
  asyncApi(): object {
    return asyncApiDocument(this.config.FLOWLEDGER_LEDGER_PARTITIONS);
  }

  @Get('docs/events')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('content-security-policy', eventsPolicy)
  async page(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    this.#page ??= this.#compressed().catch((error: unknown) => {
      this.#page = null;
      throw error;
    });
    return inEncoding(reply, await this.#page, accepted);
  }

  async #compressed(): Promise<Encoded> {
    const { events } = await this.pages.files();
    return encodedText(withPartitions(events, this.config.FLOWLEDGER_LEDGER_PARTITIONS));
  }
}
