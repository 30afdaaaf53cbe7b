/** The check of a definition in requests and answers. */
import type { DefinitionCheck } from '@libs/blocks';
import type { DefinitionProblem, DefinitionWarning } from '@libs/workflow';
import { z } from 'zod';
import { answer, one, open, type View } from '../http/answers.js';
import { exampleDefinition } from './workflow.schemas.js';

/** Room for the spaces around a definition of the largest size. */
const maxTextLength = 4 * 1_024 * 1_024;

export const checkBody = z
  .strictObject({
    definition: z.unknown().optional(),
    text: z
      .string()
      .max(maxTextLength)
      .optional()
      .describe(
        'Instead of `definition`: its JSON text, or that of a workflow file. Lines and columns then count in this text.',
      ),
  })
  .refine(
    ({ definition, text }) => (definition === undefined) !== (text === undefined),
    'either "definition" or "text" is required, not both',
  );
export type CheckBody = z.output<typeof checkBody>;

/** A problem or a warning; `blockId` is null when it concerns the whole workflow. */
export const definitionNote = open({
  code: z.string(),
  blockId: z.string().nullable(),
  blockName: z.string().optional(),
  field: z.string().describe('Path inside the block or the definition.'),
  message: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
  length: z.int().optional().describe('Of the reference or name at that position.'),
  suggestion: z.string().optional().describe('The known name that was probably meant.'),
});

const reference = open({
  kind: z.enum(['block', 'variable', 'environment', 'iteration', 'secret']),
  to: z.string().describe('Id of the block, or name of the variable or secret.'),
  path: z.array(z.string()),
  field: z.string(),
  line: z.int(),
  column: z.int(),
  length: z.int(),
});

const facts = open({
  ports: z.array(z.string()).describe('That an edge may leave from, `error` included.'),
  outputs: z.array(z.string()),
  openOutputs: z.boolean().describe('Whether a run may have further outputs.'),
  assigns: z.array(z.string()).describe('Variables of the workflow that it sets.'),
  tools: z.array(z.string()).describe('Names of the blocks that it uses as tools.'),
  container: z.string().nullable().describe('Id of the loop or parallel around it.'),
  references: z.array(reference).describe('Positions count in the text of the field.'),
});

const checkView = open({
  ok: z.boolean(),
  contentHash: z.string().nullable().describe('Null when the shape is wrong.'),
  problems: z.array(definitionNote),
  warnings: z.array(definitionNote),
  blocks: z.record(z.string(), facts).describe('By id.'),
});
export type CheckView = View<typeof checkView>;

export const checkAnswer = answer('WorkflowCheckAnswer', one(checkView), {
  data: {
    ok: false,
    contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    problems: [
      {
        code: 'UNKNOWN_REFERENCE',
        blockId: 'done',
        blockName: 'Done',
        field: 'config.body.received',
        message: '<webhok.body> refers to an unknown block; did you mean "Webhook"? (column 1)',
        line: 1,
        column: 1,
        length: 13,
        suggestion: 'Webhook',
      },
    ],
    warnings: [],
    blocks: {
      hook: {
        ports: ['out'],
        outputs: ['headers', 'body', 'files', 'query', 'method', 'timestamp', 'rawBody', 'error'],
        openOutputs: false,
        assigns: [],
        tools: [],
        container: null,
        references: [],
      },
    },
  },
});

export const checkExample = { definition: exampleDefinition };

export const checkViewOf = (check: DefinitionCheck): CheckView => ({
  ok: check.ok,
  contentHash: check.contentHash,
  problems: check.ok ? [] : notesOf(check.problems),
  warnings: notesOf(check.warnings),
  blocks: Object.fromEntries(check.blocks),
});

/** As a list of the answer. */
const notesOf = (
  notes: readonly (DefinitionProblem | DefinitionWarning)[],
): CheckView['warnings'] => notes;
