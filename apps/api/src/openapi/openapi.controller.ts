/** `/openapi.json` and `/docs`: the routes of this process, described by the code that serves them. */
import { Controller, Get, Header, Inject, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Public } from '../auth/index.js';
import { docsPage } from './docs-page.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { routesOf } from './route.js';

@Public()
@Controller()
export class OpenApiController {
  #document: OpenApiDocument | null = null;

  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  @Get('openapi.json')
  document(): OpenApiDocument {
    this.#document ??= openApiDocument(routesOf(this.#controllers()));
    return this.#document;
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return docsPage(this.document());
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
