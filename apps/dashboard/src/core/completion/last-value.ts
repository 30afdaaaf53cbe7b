/** What a reference stood for in the last run. */
import { normalizeName, parseText } from '@libs/workflow';
import { lookAt, namedBlocks } from './candidates.js';
import type { Scope } from './scope.js';
import type { ValueLook } from './value-look.js';

export type LastValue =
  | {
      readonly kind: 'value';
      readonly block: string;
      readonly look: ValueLook;
      readonly atMs: number;
    }
  /** The block ran, and had no such output. */
  | { readonly kind: 'absent'; readonly block: string; readonly atMs: number }
  | { readonly kind: 'notRun'; readonly block: string }
  | {
      readonly kind: 'iteration' | 'variable' | 'environment' | 'tool' | 'secret';
      readonly name: string;
    };

/** @param reference with its brackets. Null: it names nothing here */
export function lastValue(reference: string, scope: Scope): LastValue | null {
  const part = parseText(reference, () => true).find(({ kind }) => kind !== 'text');
  if (part === undefined || part.kind === 'text') return null;
  if (part.kind === 'secret') return { kind: 'secret', name: part.name };
  const { name: written, path } = part.reference;
  const name = normalizeName(written);
  const block = namedBlocks(scope).find((one) => one.reference === name);
  if (block === undefined) return otherValue(name, path[0] ?? '', scope);
  if (block.lastRun === null) return { kind: 'notRun', block: block.name };
  const { atMs } = block.lastRun;
  const look = lookAt(block, path);
  return look === null
    ? { kind: 'absent', block: block.name, atMs }
    : { kind: 'value', block: block.name, look, atMs };
}

function otherValue(root: string, field: string, scope: Scope): LastValue | null {
  if (scope.containers.some(({ kind }) => kind === root)) return { kind: 'iteration', name: root };
  if (root === 'variable') return { kind: 'variable', name: field };
  if (root === 'env') return { kind: 'environment', name: field };
  return root === 'tool' && scope.isTool === true ? { kind: 'tool', name: field } : null;
}
