/** `/openapi.json` and `/docs`: this process's routes, described from their own code. */
import { Controller, Get, Header, Inject, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Public } from '../auth/index.js';
import { docsPage } from './docs-page.js';
import { openApiDocument } from './document.js';
import { routesOf } from './route.js';

/** Built once: anyone may request them at any rate. */
interface Served {
  readonly document: Buffer;
  readonly page: Buffer;
}

@Public()
@Controller()
export class OpenApiController {
  #served: Served | null = null;

  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  document(): Buffer {
    return this.#made().document;
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  page(): Buffer {
    return this.#made().page;
  }

  #made(): Served {
    if (this.#served === null) {
      const document = openApiDocument(routesOf(this.#controllers()));
      this.#served = {
        document: Buffer.from(JSON.stringify(document)),
        page: Buffer.from(docsPage(document)),
      };
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
