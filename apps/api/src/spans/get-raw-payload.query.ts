import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ownTurn } from '@libs/event-loop';
import { notFound } from '../errors/index.js';
import { shownPayload } from '../http/json-text.js';
import { SpanReader, type PayloadPart, type SoughtSpan } from './span.reader.js';

/** A whole payload as JSON text. Encrypted values show as a mark. */
export class GetRawPayload extends Query<string> {
  constructor(
    readonly sought: SoughtSpan,
    readonly part: PayloadPart,
  ) {
    super();
  }
}

/** More than the largest value that Postgres can store in a column. */
const everyCharacter = 2_000_000_000;

@QueryHandler(GetRawPayload)
export class GetRawPayloadHandler implements IQueryHandler<GetRawPayload> {
  constructor(@Inject(SpanReader) private readonly reader: SpanReader) {}

  async execute({ sought, part }: GetRawPayload): Promise<string> {
    const { row } = await this.reader.find(sought, [part], everyCharacter);
    const text = row[part];
    if (text === null) throw notFound(part);
    await ownTurn(text.length);
    return shownPayload(text)?.text ?? '';
  }
}
