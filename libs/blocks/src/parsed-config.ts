import type { BlockDefinition } from '@libs/workflow';
import type { BlockType } from './block.js';
import { type PlainParsed, plainParse } from './plain-parse.js';
import { blockTypes } from './registry.js';

export interface ParsedConfig {
  readonly type: BlockType;
  readonly config: PlainParsed<unknown>;
}

const known = new WeakMap<BlockDefinition, ParsedConfig>();

/**
 * The type and configuration of a block; null when there is no such type. Parsed once: check and
 * compilation read it six times, and some of it is costly, such as the next time of a `cron`.
 */
export function parsedConfig(block: BlockDefinition): ParsedConfig | null {
  const before = known.get(block);
  if (before !== undefined) return before;
  const type = blockTypes.get(block.type);
  if (type === undefined) return null;
  const parsed = { type, config: plainParse(type.config, block.config) };
  known.set(block, parsed);
  return parsed;
}

/** The same for a block of a checked definition. @throws Error */
export function validConfig(block: BlockDefinition): unknown {
  const config = parsedConfig(block)?.config;
  if (config?.success === false)
    throw new Error(`the block "${block.id}" has an invalid configuration`);
  return config?.data;
}

/** Undefined when it is invalid, as a draft's may be. */
export function configIfValid(block: BlockDefinition): unknown {
  const config = parsedConfig(block)?.config;
  return config?.success === true ? config.data : undefined;
}
