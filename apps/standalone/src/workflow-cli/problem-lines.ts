/** Problems and warnings of a definition as lines that start with their place in the file. Pure. */
import { plain } from '../terminal/quoted.js';
import { pathOf, type SourcePath, type SourcePlace } from './source-places.js';
import type { WorkflowFile } from './workflow-file.js';

/** As this release's check makes it, or another release's server sends it. */
export interface ToldProblem {
  readonly code?: string;
  readonly message: string;
  readonly blockId?: string | null;
  readonly blockName?: string | null;
  readonly field?: string | null;
  readonly line?: number;
  readonly column?: number;
  /** The nearest name that exists. */
  readonly suggestion?: string | null;
}

/** Fields that don't stand inside a block, whether or not a block is named. */
const ofDefinition = new Set<unknown>(['blocks', 'edges', 'variables', 'concurrency']);

interface SomeBlock {
  readonly id?: unknown;
  readonly name?: unknown;
}

function blocksOf(definition: unknown): readonly (SomeBlock | null)[] {
  const { blocks } = (definition ?? {}) as { readonly blocks?: unknown };
  return Array.isArray(blocks) ? (blocks as (SomeBlock | null)[]) : [];
}

function pathIn({ definition }: WorkflowFile, { blockId, field }: ToldProblem): SourcePath {
  const path = pathOf(field ?? '');
  if (path[0] === 'tests') return path;
  const index = blocksOf(definition).findIndex((block) => block?.id === blockId);
  const isInside = index >= 0 && blockId != null && !ofDefinition.has(path[0]);
  return isInside ? ['definition', 'blocks', index, ...path] : ['definition', ...path];
}

export function problemLine(file: WorkflowFile, problem: ToldProblem): string {
  const { blockId, blockName, field, message, code, line, column, suggestion } = problem;
  const within: SourcePlace | undefined =
    line === undefined ? undefined : { line, column: column ?? 1 };
  const at = file.places.of(pathIn(file, problem), within);
  const known = blocksOf(file.definition).find((block) => block?.id === blockId)?.name;
  const name = blockName ?? (typeof known === 'string' ? known : blockId);
  const parts = [name == null ? '' : `block "${name}"`, field ?? ''].filter((part) => part !== '');
  const hint =
    suggestion == null || message.includes(suggestion) ? '' : `; did you mean "${suggestion}"?`;
  const told = [...(parts.length === 0 ? [] : [parts.join(', ')]), message + hint].join(': ');
  return plain(
    `${file.path}:${at.line}:${at.column}: ${told}${code === undefined ? '' : ` (${code})`}`,
  );
}

/** What a server's refusal says about the definition; empty when it is about something else. */
export function toldProblems(details: unknown): ToldProblem[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (one): one is ToldProblem =>
      one !== null &&
      typeof one === 'object' &&
      typeof (one as Partial<ToldProblem>).message === 'string',
  );
}
