import type { BlockDefinition, NameUse } from '@libs/workflow';
import type { BlockType } from '../block.js';
import { validConfig } from '../parsed-config.js';

/** The results of a block that computes with secrets must not show them. */
export interface SecretGuard {
  /** Names of the secrets. */
  readonly names: readonly string[];
  /** Names of its outputs. */
  readonly outputs: readonly string[];
}

/** Null for a block whose results can not show a secret. */
export function guardOf(
  type: BlockType,
  block: BlockDefinition,
  secrets: Iterable<NameUse>,
): SecretGuard | null {
  const outputs = type.secretFree(validConfig(block));
  if (outputs.length === 0 && type.recorded.length === 0) return null;
  const names = [...new Set(Array.from(secrets, ({ name }) => name))];
  return names.length === 0 ? null : { names, outputs };
}
