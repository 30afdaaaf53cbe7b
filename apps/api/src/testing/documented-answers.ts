/** Checks answers against the OpenAPI document: status, media type and every field. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, OperationObject } from '../openapi/document.js';

export interface AnswerToCheck {
  readonly method: string;
  /** With its query, if any. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^$|()[\]\\]/g, '\\$&');
const patternOf = (path: string): RegExp =>
  new RegExp(`^${escaped(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export class DocumentedAnswers {
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  readonly #checks = new Map<object, ValidateFunction>();
  readonly #paths: readonly (readonly [RegExp, Readonly<Record<string, OperationObject>>])[];

  constructor(private readonly document: OpenApiDocument) {
    this.#ajv.addSchema(document, 'document');
    // Paths with fewer parameters first: the router prefers fixed segments.
    this.#paths = Object.entries(document.paths)
      .sort(([a], [b]) => a.split('{').length - b.split('{').length)
      .map(([path, methods]) => [patternOf(path), methods]);
  }

  /** @returns the deviation from the document; null also for a path that no route answers */
  problemOf({ method, url, status, contentType, body }: AnswerToCheck): string | null {
    const path = url.split('?')[0] ?? '';
    const operation = this.#paths.find(([pattern]) => pattern.test(path))?.[1][
      method.toLowerCase()
    ];
    if (operation === undefined) return null;
    const { responses } = operation;
    // A workflow's author chooses its answers, which may use our statuses too.
    if ('default' in responses) return null;
    const response = responses[String(status)] as ResponseObject | undefined;
    const place = `${method} ${path} ${status}`;
    if (response === undefined) return `${place}: this status is not documented`;
    const { content } = this.#resolved(response);
    const type = contentType.split(';')[0] ?? '';
    if (content === undefined) return null;
    const media = content[type];
    if (media === undefined) return `${place}: ${type} is not documented`;
    if (type !== 'application/json') return null;
    const check = this.#checkOf(media.schema);
    return check(body)
      ? null
      : `${place}: ${this.#ajv.errorsText(check.errors)} in ${JSON.stringify(body).slice(0, 500)}`;
  }

  #resolved(response: ResponseObject): ResponseObject {
    const name = response.$ref?.split('/').at(-1);
    return name === undefined
      ? response
      : (this.document.components.responses[name] as ResponseObject);
  }

  #checkOf(schema: object): ValidateFunction {
    const check =
      this.#checks.get(schema) ??
      this.#ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object,
      );
    this.#checks.set(schema, check);
    return check;
  }
}
