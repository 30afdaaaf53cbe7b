/**
 * Runs generated scenarios until the time is over. Each kind of finding is kept once, with its
 * smallest known reproduction.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingText, type Finding } from './finding.js';
import { scenariosOf } from './generators/scenarios.js';
import type { Scenario } from './scenario.js';
import type { Outcome, Session } from './session.js';
import { slowNeighbours, type Share } from './verdict.js';

/**
 * A scenario has some twenty answers of each kind, too few for a p99: that of the whole run counts.
 * One answer of a scenario may take this many times what is allowed.
 */
const mostShareOfOne = 4;

/** More than any run completes. */
const maxScenarios = 5_000;

export interface KeptFinding {
  readonly finding: Finding;
  readonly scenario: Scenario;
  readonly afterMs: number;
  /** Replays the finding. */
  readonly file: string;
  readonly seen: number;
}

export interface RandomRun {
  readonly kept: readonly KeptFinding[];
  readonly scenarios: number;
  readonly refused: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** What the whole run shows, and no single scenario. */
  readonly findings: readonly Finding[];
}

interface Options {
  readonly seed: number;
  readonly seconds: number;
  /** Stops at the first finding, without minimizing it. */
  readonly stopsAtFirst: boolean;
  readonly say: (line: string) => void;
}

/** Findings with the same signature probably have the same cause. */
const signatureOf = ({ kind, app, detail }: Finding): string =>
  [kind, app ?? '', /\n\s+\d+ % (\S+)/.exec(detail)?.[1] ?? ''].join(' ');

/** The same attack with only one of its calls. */
const smaller = (scenario: Scenario): Scenario[] =>
  scenario.calls.length < 2 ? [] : scenario.calls.map((call) => ({ ...scenario, calls: [call] }));

async function minimized(session: Session, { scenario, findings }: Outcome): Promise<Scenario> {
  const wanted = new Set(findings.map(({ kind }) => kind));
  for (const candidate of smaller(scenario)) {
    const outcome = await session.run(candidate, mostShareOfOne);
    if (outcome.findings.some(({ kind }) => wanted.has(kind))) return candidate;
  }
  return scenario;
}

export async function runRandom(session: Session, options: Options): Promise<RandomRun> {
  const { seed, seconds, stopsAtFirst, say } = options;
  const dir = await mkdtemp(join(tmpdir(), `hostile-seed-${seed}-`));
  const startedAt = performance.now();
  const kept = new Map<string, KeptFinding>();
  const statuses = new Map<string, number>();
  const shares: Share[] = [];
  let [scenarios, refused] = [0, 0];
  for (const scenario of scenariosOf(seed, maxScenarios)) {
    if (performance.now() - startedAt > seconds * 1_000) break;
    const outcome = await session.run(scenario, mostShareOfOne);
    scenarios += 1;
    shares.push(...outcome.shares);
    if (outcome.refusal !== null) refused += 1;
    for (const status of outcome.statuses)
      statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    const known = outcome.findings.map((finding) => [signatureOf(finding), finding] as const);
    for (const [signature] of known) {
      const former = kept.get(signature);
      if (former !== undefined) kept.set(signature, { ...former, seen: former.seen + 1 });
    }
    const fresh = known.filter(([signature]) => !kept.has(signature));
    if (fresh.length === 0) continue;
    const afterMs = performance.now() - startedAt;
    const smallest = stopsAtFirst ? scenario : await minimized(session, outcome);
    const file = join(dir, `${scenarios}.json`);
    await writeFile(file, JSON.stringify(smallest, null, 2));
    for (const [signature, finding] of fresh) {
      kept.set(signature, { finding, scenario: smallest, afterMs, file, seen: 1 });
      say(`after ${Math.round(afterMs / 1_000)} s, scenario ${scenarios}: ${findingText(finding)}`);
      say(`    replay: npm run test:hostile -- --replay ${file}`);
    }
    if (stopsAtFirst) break;
  }
  const findings = slowNeighbours(shares, 1);
  return { kept: [...kept.values()], scenarios, refused, statuses, findings };
}
