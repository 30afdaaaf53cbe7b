/** A workflow in git: the body of `POST /api/v1/workflows`, JSON or YAML, checked like a save. */
import { checkDefinition } from '@libs/blocks';
import { readFile } from 'node:fs/promises';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';

const shape = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().trim().min(1).max(200),
  description: z.string().max(10_000).optional(),
  folderId: z.string().min(1).max(200).optional(),
  definition: z.record(z.string(), z.unknown()),
});

export interface WorkflowFile {
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly definition: unknown;
}

/** The problems of a file, one line each. */
export class WorkflowFileError extends Error {
  override readonly name = 'WorkflowFileError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** JSON is YAML too, but a JSON parser gives better error messages for it. */
function parsed(text: string, path: string): unknown {
  try {
    return path.endsWith('.json') ? (JSON.parse(text) as unknown) : (parse(text) as unknown);
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof SyntaxError)
      throw new WorkflowFileError([`${path}: ${error.message}`]);
    throw error;
  }
}

/**
 * @param path ends in .json, .yaml or .yml
 * @throws WorkflowFileError naming block, field, line and column of every problem
 */
export async function readWorkflowFile(path: string): Promise<WorkflowFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new WorkflowFileError([`${path}: ${(error as Error).message}`]);
  });
  const file = shape.safeParse(parsed(text, path));
  if (!file.success) {
    throw new WorkflowFileError(
      file.error.issues.map((issue) => `${path}: ${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const checked = checkDefinition(file.data.definition);
  if (!checked.ok) {
    throw new WorkflowFileError(
      checked.problems.map(({ blockId, field, message }) => {
        const block = blockId === null ? '' : `block "${blockId}", `;
        return `${path}: ${block}${field}: ${message}`;
      }),
    );
  }
  const { $schema: _, description = null, folderId = null, ...rest } = file.data;
  return { ...rest, description, folderId };
}
