import { ApiModule } from '../api.module.js';
import { openApiDocument } from '../openapi/document.js';
import { controllersOf, routesOf } from '../openapi/route.js';
import { DocumentedAnswers } from './documented-answers.js';

let known: DocumentedAnswers | undefined;

export const documentedAnswers = (): DocumentedAnswers =>
  (known ??= new DocumentedAnswers(openApiDocument(routesOf(controllersOf(ApiModule)))));
