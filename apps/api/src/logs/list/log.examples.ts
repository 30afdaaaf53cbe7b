import { outputExample, stateExample } from '../../executions/execution.schemas.js';
import { exampleIds } from '../../http/example-values.js';
import { spanExample } from '../spans/trace-span.schemas.js';

const tokens = { prompt: 120, completion: 40, total: 160 };
const cost = {
  total: 0.0021,
  tokens,
  models: { 'gpt-5-mini': { input: 0.0012, output: 0.0009, total: 0.0021, tokens } },
};
const entry = {
  id: exampleIds.log,
  workflowId: exampleIds.workflow,
  executionId: exampleIds.execution,
  deploymentVersion: 3,
  ...stateExample,
  files: [
    {
      id: '5e6f9c0d4b2a18377d1c9be0a4f3e2d1',
      name: 'order.pdf',
      size: 48_213,
      type: 'application/pdf',
      url: null,
      key: null,
      blockId: 'hook',
      iteration: '',
      path: 'files.order',
    },
  ],
  result: 'Answered 201',
  errorCode: null,
  errorBlock: null,
  fingerprint: null,
  parentExecutionId: null,
  rerunOf: null,
};

export const entryExample = { ...entry, cost: { total: cost.total } };

export const detailExample = {
  ...entry,
  cost,
  workflow: { id: exampleIds.workflow, name: 'Order intake', description: null, deleted: false },
  input: { body: { id: 7 } },
  finalOutput: outputExample,
  traceSpans: [spanExample],
};

export const executionExample = {
  executionId: exampleIds.execution,
  workflowId: exampleIds.workflow,
  workflowState: { blocks: [], edges: [] },
  executionMetadata: { ...stateExample, cost },
  traceSpans: [spanExample],
};
