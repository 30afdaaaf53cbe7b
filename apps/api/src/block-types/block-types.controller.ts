/**
 * The block types, and JSON Schemas of definitions and workflow files, for editors. Public like
 * `/docs`: they tell nothing about an account. Off the bus: the documents are constants.
 */
import { blockTypeDescriptions, definitionDocument, fileDocument } from '@libs/blocks';
import { Public } from '@libs/platform';
import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Operation } from '../http/operation.decorator.js';
import { blockTypesAnswer } from './block-types.schemas.js';
import { ConstantDocument } from './constant-document.js';

@Public()
@Controller()
export class BlockTypesController {
  readonly #types = new ConstantDocument(() => ({ data: blockTypeDescriptions() }));
  readonly #definition = new ConstantDocument(definitionDocument);
  readonly #file = new ConstantDocument(fileDocument);

  @Operation({
    id: 'listBlockTypes',
    summary: 'List the block types with the schema of their configuration',
    answers: { 200: blockTypesAnswer, 304: null },
  })
  @Get('api/v1/block-types')
  types(
    @Headers() headers: Readonly<Record<string, string>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | null> {
    return this.#types.answer(reply, headers);
  }

  @Get('schemas/workflow-definition.json')
  definition(
    @Headers() headers: Readonly<Record<string, string>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | null> {
    return this.#definition.answer(reply, headers);
  }

  @Get('schemas/workflow-file.json')
  file(
    @Headers() headers: Readonly<Record<string, string>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | null> {
    return this.#file.answer(reply, headers);
  }
}
