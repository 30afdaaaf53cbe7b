/** Every block type of the product. Adding one touches its own folder and this list. */
import { apiBlock } from './api/api.block.js';
import type { BlockType } from './block.js';
import { conditionBlock } from './condition/condition.block.js';
import { responseBlock } from './response/response.block.js';
import { apiTriggerBlock, manualBlock, webhookBlock } from './triggers/trigger.blocks.js';

export const blockTypes: ReadonlyMap<string, BlockType> = new Map(
  [webhookBlock, apiTriggerBlock, manualBlock, apiBlock, conditionBlock, responseBlock].map(
    (block) => [block.type, block],
  ),
);
