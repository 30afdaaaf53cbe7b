/** `/api/v1/examples`: workflows to begin with. Off the bus: the documents are constants. */
import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConstantDocument } from '../block-types/constant-document.js';
import { notFound } from '../errors/api-error.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { ExampleFiles } from './example-files.js';
import { exampleAnswer, exampleList } from './example.schemas.js';

type RequestHeaders = Readonly<Record<string, string>>;

@Controller('api/v1/examples')
export class ExamplesController {
  readonly #list: ConstantDocument;
  readonly #documents = new Map<string, ConstantDocument>();

  constructor(@Inject(ExampleFiles) private readonly files: ExampleFiles) {
    this.#list = new ConstantDocument(async () => ({
      data: (await files.all()).map(({ definition: _, tests: __, ...summary }) => summary),
    }));
  }

  @Operation({
    id: 'listExamples',
    summary: 'List example workflows, the smallest first',
    role: 'viewer',
    answers: { 200: exampleList, 304: null },
    links: { '/data/0/name': [':example'] },
  })
  @Get()
  list(
    @Headers() headers: RequestHeaders,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | null> {
    return this.#list.answer(reply, headers);
  }

  @Operation({
    id: 'getExample',
    summary: 'Get an example with its definition and its tests',
    role: 'viewer',
    answers: { 200: exampleAnswer, 304: null },
  })
  @Get(':example')
  async get(
    @Param('example', new PathPipe('approval')) name: string,
    @Headers() headers: RequestHeaders,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | null> {
    const data = (await this.files.all()).find((one) => one.name === name);
    if (data === undefined) throw notFound('example');
    const document = this.#documents.get(name) ?? new ConstantDocument(() => ({ data }));
    this.#documents.set(name, document);
    return document.answer(reply, headers);
  }
}
