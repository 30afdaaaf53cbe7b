import fc from 'fast-check';
import type { Scenario } from '../scenario.js';
import { calls, flood, managed } from './calls.js';
import { drafting } from './drafting.js';
import { heavyDefinition } from './heavy-definitions.js';
import { looking } from './looking.js';
import { definition, startsItself } from './workflows.js';

const called = fc.record({ definition, calls }).map((parts): Scenario => ({
  name: 'a workflow and its callers',
  ...parts,
  // A workflow that starts itself ends only by cancellation.
  cancels: JSON.stringify(parts.definition).includes('{self}'),
}));

const flooded = flood.map((call): Scenario => ({
  name: `a flood of ${call.target.kind === 'path' ? call.target.path : call.target.kind}`,
  definition: null,
  calls: [call],
}));

const administered = fc.array(managed, { minLength: 1, maxLength: 4 }).map((sent): Scenario => ({
  name: 'management calls with large bodies',
  definition: null,
  calls: sent,
}));

const family = startsItself.map((own): Scenario => ({
  name: 'a workflow that starts itself',
  definition: own,
  calls: [{ target: { kind: 'execute', mode: 'async' }, method: 'POST', headers: [], body: {} }],
  cancels: true,
}));

const saved = heavyDefinition.map((heavy): Scenario => ({
  name: 'a definition that is heavy to check',
  definition: heavy,
  calls: [{ target: { kind: 'execute', mode: 'async' }, method: 'POST', headers: [], body: {} }],
}));

const written = drafting.map((sent): Scenario => ({
  name: 'what an editor sends',
  definition: { blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }], edges: [] },
  calls: sent,
}));

const looked = looking.map((sent): Scenario => ({
  name: 'what pages send',
  definition: { blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }], edges: [] },
  calls: sent,
}));

export const scenario: fc.Arbitrary<Scenario> = fc.oneof(
  { weight: 33, arbitrary: called },
  { weight: 6, arbitrary: flooded },
  { weight: 3, arbitrary: saved },
  { weight: 3, arbitrary: administered },
  { weight: 6, arbitrary: written },
  { weight: 5, arbitrary: looked },
  { weight: 1, arbitrary: family },
);

const atATime = 20;

/** Deterministic per seed. Generated lazily, because a thousand scenarios take seconds. */
export function* scenariosOf(seed: number, count: number): Iterable<Scenario> {
  for (let made = 0; made < count; made += atATime)
    yield* fc.sample(scenario, { seed: seed + 1_000_003 * made, numRuns: atATime });
}
