/** Every block type of the product. Adding one touches its own folder and this list. */
import { agentBlock } from './agent/agent.block.js';
import { apiBlock } from './api/api.block.js';
import { approvalBlock } from './approval/approval.block.js';
import type { BlockType } from './block.js';
import { conditionBlock } from './condition/condition.block.js';
import { loopBlock } from './containers/loop.block.js';
import { parallelBlock } from './containers/parallel.block.js';
import { functionBlock } from './function/function.block.js';
import { noteBlock } from './note/note.block.js';
import { responseBlock } from './response/response.block.js';
import { routerBlock } from './router/router.block.js';
import {
  apiTriggerBlock,
  chatBlock,
  manualBlock,
  scheduleBlock,
  webhookBlock,
} from './triggers/trigger.blocks.js';
import { variablesBlock } from './variables/variables.block.js';
import { waitBlock } from './wait/wait.block.js';
import { workflowBlock } from './workflow/workflow.block.js';

const all = [
  webhookBlock,
  apiTriggerBlock,
  manualBlock,
  chatBlock,
  scheduleBlock,
  apiBlock,
  agentBlock,
  conditionBlock,
  routerBlock,
  functionBlock,
  variablesBlock,
  loopBlock,
  parallelBlock,
  workflowBlock,
  waitBlock,
  approvalBlock,
  responseBlock,
  noteBlock,
];

export const blockTypes: ReadonlyMap<string, BlockType> = new Map(
  all.map((block) => [block.type, block]),
);
