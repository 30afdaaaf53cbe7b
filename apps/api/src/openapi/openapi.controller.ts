/** `/openapi.json` and `/docs`: this process's routes, described from their own code. */
import { Controller, Get, Header, Inject, Res, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { Public } from '../auth/index.js';
import { BuiltPages, referencePolicy } from '../docs-pages/built-pages.js';
import { docsPage } from './docs-page.js';
import { type OpenApiDocument, openApiDocument } from './document.js';
import { routesOf } from './route.js';

const nonceBytes = 16;

/** Built once: anyone may request them at any rate. */
interface Served {
  readonly document: OpenApiDocument;
  readonly json: Buffer;
}

@Public()
@Controller()
export class OpenApiController {
  #served: Served | null = null;
  #page: ((nonce: string) => string) | null = null;

  constructor(
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(BuiltPages) private readonly pages: BuiltPages,
  ) {}

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  document(): Buffer {
    return this.#made().json;
  }

  /** A nonce is valid for one answer, so no cache may keep the page. */
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  async page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (this.#page === null) {
      const { script } = await this.pages.files();
      this.#page = docsPage(this.#made().document, script.name);
    }
    const nonce = randomBytes(nonceBytes).toString('base64url');
    void reply.header('content-security-policy', referencePolicy(nonce));
    return this.#page(nonce);
  }

  #made(): Served {
    if (this.#served === null) {
      const document = openApiDocument(routesOf(this.#controllers()));
      this.#served = { document, json: Buffer.from(JSON.stringify(document)) };
    }
    return this.#served;
  }

  #controllers(): Set<Type> {
    return new Set(
      [...this.modules.values()].flatMap(({ controllers }) =>
        [...controllers.values()].flatMap(({ metatype }) =>
          typeof metatype === 'function' ? [metatype as Type] : [],
        ),
      ),
    );
  }
}
