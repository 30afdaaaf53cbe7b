import type { ZodType } from 'zod';
import { ApiModule } from '../api.module.js';
import { openApiDocument } from '../openapi/document.js';
import { answersOf, controllersOf, routesOf } from '../openapi/route.js';
import { DocumentedAnswers } from './documented-answers.js';

export const routes = routesOf(controllersOf(ApiModule));

/** Answers of the operations, by their name in the document. */
export const namedAnswers: ReadonlyMap<string, ZodType> = new Map(
  answersOf(routes).map((answer) => [answer.meta()?.id ?? '', answer]),
);

let known: DocumentedAnswers | undefined;

export const documentedAnswers = (): DocumentedAnswers =>
  (known ??= new DocumentedAnswers(openApiDocument(routes)));
