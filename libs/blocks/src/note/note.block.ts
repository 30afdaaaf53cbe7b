/** `note`: text for readers of the workflow. Has no edges and never runs. */
import { z } from 'zod';
import { defineBlock, succeeded } from '../block.js';
import { ui } from '../hints.js';

export const noteBlock = defineBlock({
  type: 'note',
  role: 'annotation',
  config: z.strictObject({
    text: z.string().max(20_000).default('').meta(ui('long-text')).describe('For readers'),
  }),
  ports: [],
  compile: () => ({ role: 'pure', evaluate: () => succeeded(null, null, []) }),
});
