import type { BlockDefinition } from '@libs/workflow';
import type { z } from 'zod';
import type { BlockType } from './block.js';
import { blockTypes } from './registry.js';

export interface ParsedConfig {
  readonly type: BlockType;
  readonly config: z.ZodSafeParseResult<unknown>;
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
  const parsed = { type, config: type.config.safeParse(block.config) };
  known.set(block, parsed);
  return parsed;
}

/** The same for a block of a checked definition. @throws ZodError */
export function validConfig(block: BlockDefinition): unknown {
  const config = parsedConfig(block)?.config;
  if (config?.success === false) throw config.error;
  return config?.data;
}
