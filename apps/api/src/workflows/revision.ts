/** Revisions of a workflow: each save makes the next, and may name the one that it replaces. */
import type { WorkflowEntity } from '@libs/persistence';
import type { FastifyReply } from 'fastify';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { draftOf } from './definition-text.js';

const tag = /^(?:W\/)?"(\d{1,9})"$/;

/** The request header in the document. */
export const ifMatch = {
  'If-Match': {
    description: 'The `ETag` of the draft that is meant: 412 if someone else saved since.',
    example: '"7"',
  },
};

const etagOf = ({ revision }: { readonly revision: number }): string => `"${revision}"`;

/** Sends the revision as `ETag` too. */
export function withRevision<V extends { readonly data: { readonly revision: number } }>(
  reply: FastifyReply,
  answer: V,
): V {
  void reply.header('etag', etagOf(answer.data));
  return answer;
}

/**
 * The revisions that `If-Match` names; null: any. A proxy that compresses answers makes tags weak,
 * so weak ones are accepted.
 * @throws ApiError 400 when it is no list of tags of a workflow
 */
export function wantedRevisions(ifMatch: string | undefined): ReadonlySet<number> | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const numbers = ifMatch.split(',').map((text) => tag.exec(text.trim())?.[1]);
  if (numbers.includes(undefined)) {
    const message = 'If-Match must be the ETag of the workflow, for example "7" with its quotes';
    throw new ApiError(400, 'INVALID_PARAMETER', message);
  }
  return new Set(numbers.map(Number));
}

/**
 * Call with the locked workflow.
 * @throws ApiError 412 with what another writer saved
 */
export function requireRevision(
  workflow: WorkflowEntity,
  wanted: ReadonlySet<number> | null,
): void {
  const { revision, updatedAt, updatedBy } = workflow;
  if (wanted === null || wanted.has(revision)) return;
  throw new ApiError(
    412,
    'REVISION_CONFLICT',
    `The workflow was saved by someone else: it has revision ${revision} now, and If-Match names ${[...wanted].join(', ')}. Merge your changes into "details.definition" and save with If-Match: "${revision}"`,
    { revision, updatedAt: updatedAt.toISOString(), updatedBy, definition: draftOf(workflow) },
    { etag: etagOf(workflow) },
  );
}

/** Call in the transaction of a save. */
export function countSave(workflow: WorkflowEntity, { userId }: Principal): void {
  workflow.revision += 1;
  workflow.updatedBy = userId;
}
