/**
 * Sim's loops, parallels and waits. A container's body is connected to its start handle, the blocks
 * after it to its end handle.
 */
import { placeholder, type ConvertedBlock } from './converted-block.js';
import { jsonOf, textOf, type SimBlock, type Values } from './sim-workflow.js';

const mostIterations = 10_000;
const secondsOf: Readonly<Record<string, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};

/** A number, or a reference to one. */
function countOf(value: unknown): number | string {
  const text = textOf(value).trim();
  return text.startsWith('<') ? text : Math.min(1_000, Math.max(1, Math.trunc(Number(text)) || 5));
}

const handles = (kind: string): Readonly<Record<string, string>> => ({
  [`${kind}-start-source`]: 'each',
  [`${kind}-end-source`]: 'out',
});

/** By version in the block's data or in the workflow's list of containers; the list wins. */
type Settings = Readonly<Record<string, unknown>>;

function convertLoop(settings: Settings, name: string): ConvertedBlock {
  const ports = handles('loop');
  const collection = jsonOf(settings['forEachItems'] ?? settings['collection']);
  const loopType = textOf(settings['loopType']) || 'for';
  const found = { type: 'loop', ports, notes: [] };
  switch (loopType) {
    case 'for':
      return {
        ...found,
        config: { type: 'count', count: countOf(settings['iterations'] ?? settings['count']) },
      };
    case 'forEach':
      return { ...found, config: { type: 'forEach', items: collection ?? [] } };
    case 'while': {
      const condition = textOf(settings['whileCondition']) || 'false';
      const notes = [`It runs at most ${mostIterations} iterations`];
      return {
        ...found,
        config: { type: 'while', condition, maxIterations: mostIterations },
        notes,
      };
    }
    default:
      return {
        ...placeholder('loop', name, `Loops of type "${loopType}" do not exist here`),
        ports,
      };
  }
}

function convertParallel(settings: Settings): ConvertedBlock {
  const isCollection = settings['parallelType'] === 'collection';
  const items = jsonOf(settings['distribution'] ?? settings['collection']) ?? [];
  const concurrency = Math.min(100, Math.max(1, Number(settings['batchSize']) || 20));
  const repeated = isCollection ? { items } : { count: countOf(settings['count']) };
  return {
    type: 'parallel',
    config: { ...repeated, concurrency },
    notes: [],
    ports: handles('parallel'),
  };
}

function convertWait(value: Values): ConvertedBlock {
  const seconds = secondsOf[textOf(value('timeUnit') ?? 'seconds')] ?? 1;
  const amount = Number(textOf(value('timeValue') ?? '10'));
  const durationMs = Number.isFinite(amount) && amount >= 0 ? amount * seconds * 1000 : 0;
  const notes = Number.isFinite(amount) ? [] : ['Its time is not a number, so it does not wait'];
  return { type: 'wait', config: { durationMs: Math.min(durationMs, 30 * 86_400_000) }, notes };
}

/**
 * @param container the workflow's own entry for a loop or parallel with this id
 * @returns null for every other type
 */
export function convertFlow(
  block: SimBlock,
  value: Values,
  container: Settings,
): ConvertedBlock | null {
  const settings = { ...block.data, ...container };
  switch (block.type) {
    case 'loop':
      return convertLoop(settings, block.name);
    case 'parallel':
      return convertParallel(settings);
    case 'wait':
      return convertWait(value);
    default:
      return null;
  }
}
