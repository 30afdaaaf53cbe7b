/**
 * The text of definitions: white space, order and digits are their author's. Only the value that it
 * was parsed to is checked, hashed and run.
 */
import type { WorkflowEntity, WorkflowVersionEntity } from '@libs/persistence';
import type { FastifyRequest } from 'fastify';
import { JsonText } from '../http/json-text.js';
import { sentField } from '../http/sent-field.js';

export const draftOf = ({ draft, draftText }: WorkflowEntity): JsonText =>
  new JsonText(draftText ?? JSON.stringify(draft));

export const definitionOf = ({ definition, definitionText }: WorkflowVersionEntity): JsonText =>
  new JsonText(definitionText ?? JSON.stringify(definition));

/** The definition in a request's body, as it was sent. */
export const sentDefinition = (request: FastifyRequest): Promise<string> =>
  sentField(request, 'definition');
