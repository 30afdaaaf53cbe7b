/** Block types in answers. */
import type { JsonSchema } from '@libs/blocks';
import { z } from 'zod';
import { answer, list, objectOf, open } from '../http/answers.js';

const blockType = open({
  type: z.string(),
  role: z.string().describe('Whether it starts, computes, waits, repeats or has effects.'),
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  icon: z.string().describe('Name in the Lucide set.'),
  configSchema: objectOf<JsonSchema>().describe(
    'JSON Schema of the configuration. `x-ui` says how to edit a field, `x-group` where to show it.',
  ),
  outputs: z
    .record(z.string(), z.string())
    .nullable()
    .describe('Names that `<block.x>` may begin with, and their meaning. Null: unknown.'),
  openOutputs: z.boolean().describe('Whether a block may have further outputs.'),
  ports: z
    .union([z.array(z.string()), open({ from: z.string(), also: z.string().optional() })])
    .describe('Besides `error`: a list, or the fields of the configuration that name them.'),
  hasErrorPort: z.boolean(),
});

export const blockTypesAnswer = answer('BlockTypesAnswer', list(blockType), {
  data: [
    {
      ...{ type: 'note', role: 'annotation', title: 'Note', category: 'note', icon: 'sticky-note' },
      summary: 'Text for readers of the workflow.',
      configSchema: { type: 'object', properties: { text: { type: 'string', title: 'Text' } } },
      ...{ outputs: null, openOutputs: true, ports: [], hasErrorPort: false },
    },
  ],
});
