/**
 * The paths of a sample, nearest to its root first. They are found once for a sample, when they are
 * first asked for, and within limits: an output may have megabytes.
 */
import type { Step } from './reference-text.js';
import { type ValueLook, valueLook } from './value-look.js';

export interface SamplePath {
  readonly steps: readonly Step[];
  readonly look: ValueLook;
}

/** `data.items[0].card.address.city` has six. */
const maxLevels = 6;
/** Fields of one object that are offered. */
const maxKeysPerLevel = 200;
/** Items of a list: the first shows what the others look like. */
const maxItems = 1;
/** Paths of one sample. */
export const maxPaths = 1_000;
/** A longer name of a field is no name that an author writes. */
const maxKeyLength = 128;

const indexed = new WeakMap<object, readonly SamplePath[]>();

function* entriesOf(value: object): Generator<[Step, unknown]> {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const [index, item] of items.slice(0, maxItems).entries()) yield [index, item];
    return;
  }
  for (const key of Object.keys(value).slice(0, maxKeysPerLevel))
    if (key.length <= maxKeyLength) yield [key, (value as Record<string, unknown>)[key]];
}

function findPaths(root: object): SamplePath[] {
  const paths: SamplePath[] = [];
  let level: { steps: readonly Step[]; value: object }[] = [{ steps: [], value: root }];
  for (let depth = 1; depth <= maxLevels && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const holder of level)
      for (const [step, value] of entriesOf(holder.value)) {
        if (paths.length >= maxPaths) return paths;
        const steps = [...holder.steps, step];
        const look = valueLook(value);
        paths.push({ steps, look });
        const isHolder = look.type === 'object' || look.type === 'list';
        if (isHolder && typeof value === 'object' && value !== null) next.push({ steps, value });
      }
    level = next;
  }
  return paths;
}

export function samplePaths(sample: unknown): readonly SamplePath[] {
  if (typeof sample !== 'object' || sample === null) return [];
  const known = indexed.get(sample);
  if (known !== undefined) return known;
  const paths = findPaths(sample);
  indexed.set(sample, paths);
  return paths;
}
