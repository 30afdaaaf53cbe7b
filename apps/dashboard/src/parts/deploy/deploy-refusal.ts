/** Why a deployment was refused: by status and code, each with its own next step. */
import { ApiRefusal } from '@libs/client';

interface RefusedProblem {
  readonly blockId: string | null;
  readonly message: string;
}

export type DeployRefusal =
  /** Somebody saved since the draft was read. */
  | { readonly kind: 'stale'; readonly revision: number; readonly userId: string | null }
  | { readonly kind: 'problems'; readonly problems: readonly RefusedProblem[] }
  | { readonly kind: 'other' };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function staleOf(details: unknown): DeployRefusal {
  const { revision = 0, updatedBy } = isFields(details) ? details : {};
  return { kind: 'stale', revision: Number(revision), userId: textOr(updatedBy) };
}

const problemOf = (value: unknown): RefusedProblem[] => {
  const message = isFields(value) ? textOr(value['message']) : null;
  if (message === null || !isFields(value)) return [];
  return [{ blockId: textOr(value['blockId']), message }];
};

export function deployRefusal(error: unknown): DeployRefusal {
  if (!(error instanceof ApiRefusal)) return { kind: 'other' };
  const { code, details }: { code: string; details?: unknown } = error.body;
  if (code === 'REVISION_CONFLICT') return staleOf(details);
  if (code !== 'INVALID_WORKFLOW' || !Array.isArray(details)) return { kind: 'other' };
  const problems = details.flatMap(problemOf);
  return problems.length === 0 ? { kind: 'other' } : { kind: 'problems', problems };
}
