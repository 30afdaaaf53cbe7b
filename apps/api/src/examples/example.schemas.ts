/** Example workflows in answers. */
import { z } from 'zod';
import { answer, list, objectOf, one, type View } from '../http/answers.js';

const summary = z.object({
  name: z.string().describe('In the path of its definition.'),
  title: z.string().describe('The name for a workflow that is made of it.'),
  description: z.string(),
  blocks: z.int().describe('How many it has.'),
  needs: z
    .object({ secrets: z.array(z.string()), variables: z.array(z.string()) })
    .describe('What the workspace must have before it runs.'),
});
type ExampleSummary = View<typeof summary>;

const example = summary.extend({
  definition: objectOf<object>().describe('Blocks and edges, as `createWorkflow` takes them.'),
  tests: z
    .array(objectOf<object>())
    .describe(
      'Its tests, as `replaceWorkflowTests` takes each. The first one has an `input` to try.',
    ),
});
export type ExampleView = View<typeof example>;

const approval: ExampleSummary = {
  name: 'approval',
  title: 'Expense: a person decides',
  description:
    'Asks in a chat whether an expense may be paid, and waits three days for the answer.',
  blocks: 8,
  needs: { secrets: [], variables: ['BANK_URL', 'CHAT_URL'] },
};
const input = { ...approval, needs: { secrets: [], variables: ['BANK_URL', 'CHAT_URL'] } };

export const exampleList = answer('ExampleList', list(summary), { data: [input] });

export const exampleAnswer = answer('ExampleAnswer', one(example), {
  data: { ...input, definition: { blocks: [], edges: [] }, tests: [] },
});
