/** Judges one time span: turns, process ends, and the neighbour's answers. */
import type { Finding } from './finding.js';
import type { Machine } from './machine.js';
import { p99 } from './percentile.js';
import { probeKinds, type ProbeKind, type Sample } from './probe.js';
import { openTurns, type Turn, type TurnLog } from './turn-log.js';
import { appNames, type World } from './world.js';

/** The long form limits turns to 250 ms; `npm test` shares its machine with other tests: 1 s. */
export const boundMs = Number(process.env['HOSTILE_BOUND_MS'] ?? 1_000);
/** The p99 of `ownMs` by kind, without an attack. */
export type Baseline = Readonly<Record<ProbeKind, number>>;

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const inSpan = (at: number, { fromMs, toMs }: Span): boolean => at >= fromMs && at < toMs;
const rounded = (ms: number): string => `${Math.round(ms)} ms`;

function profileOf({ profiles }: TurnLog, { at }: Turn): string {
  const functions = profiles.get(at);
  return functions === undefined ? '' : `\n      ${functions.join('\n      ')}`;
}

function turnFindings(
  app: (typeof appNames)[number],
  log: TurnLog,
  machine: Machine,
  span: Span,
): Finding[] {
  const turns = log.turns.filter(({ at }) => inSpan(at, span));
  const longest = turns.reduce<Turn | null>(
    (one, turn) => (turn.cpuMs > (one?.cpuMs ?? boundMs) ? turn : one),
    null,
  );
  if (longest !== null) {
    const { cpuMs, wallMs, gcMs } = longest;
    const shares = `${rounded(wallMs)} in all, ${rounded(gcMs)} of it the garbage collector's`;
    const detail = `one turn used ${rounded(cpuMs)} of CPU (${shares})${profileOf(log, longest)}`;
    return [{ kind: 'long turn', app, detail }];
  }
  const late = turns.find((turn) => turn.wallMs > boundMs + machineMs(machine, turn));
  if (late === undefined) return [];
  const ofMachine = `${rounded(machineMs(machine, late))} are the machine's`;
  const detail = `one turn took ${rounded(late.wallMs)} with ${rounded(late.cpuMs)} of CPU; ${ofMachine}`;
  return [{ kind: 'late turn', app, detail }];
}

/**
 * The machine's part of the turn: the delay of an idle process plus the turn's CPU time at the
 * machine's pace.
 */
function machineMs(machine: Machine, { at, wallMs, cpuMs }: Turn): number {
  const until = at + wallMs;
  return machine.delayMs(at, until) + cpuMs * machine.stretch(at, until);
}

/** A turn that has not ended, or never will. One that began a moment ago is within the bound. */
function blockedFindings(app: (typeof appNames)[number], log: TurnLog, span: Span): Finding[] {
  const open = openTurns(log).find(({ at }) => inSpan(at, span) && span.toMs - at > boundMs);
  if (open === undefined) return [];
  const ms = rounded(span.toMs - open.at);
  return [{ kind: 'long turn', app, detail: `one turn had not ended after ${ms}` }];
}

/** How much of its allowed time an answer took: 1 is three times its p99 alone plus the bound. */
export interface Share {
  readonly kind: ProbeKind;
  readonly share: number;
}

/** What the answer would have taken on an idle machine: a busy one is not counted as a fault. */
export const ownMs = ({ at, ms }: Sample, machine: Machine): number =>
  (ms - machine.delayMs(at, at + ms)) / machine.stretch(at, at + ms);

export const sharesOf = (
  samples: readonly Sample[],
  baseline: Baseline,
  machine: Machine,
): readonly Share[] =>
  samples.map((sample) => {
    const { kind } = sample;
    return { kind, share: ownMs(sample, machine) / (3 * baseline[kind] + boundMs) };
  });

/** @param mostShare allowed for the p99; of up to a hundred answers that is the slowest one */
export function slowNeighbours(shares: readonly Share[], mostShare: number): Finding[] {
  return probeKinds.flatMap((kind): Finding[] => {
    const slowest = p99(shares.filter((one) => one.kind === kind).map(({ share }) => share));
    if (slowest <= mostShare) return [];
    const detail = `p99 of "${kind}" is ${slowest.toFixed(1)} times what is allowed`;
    return [{ kind: 'neighbour slow', detail }];
  });
}

function refusedNeighbours(samples: readonly Sample[]): Finding[] {
  return probeKinds.flatMap((kind): Finding[] => {
    const asked = samples.filter((sample) => sample.kind === kind);
    const bad = asked.filter(({ status }) => status !== 200);
    if (bad.length === 0) return [];
    const statuses = [...new Set(bad.map(({ status }) => status ?? 'no answer'))].join(', ');
    const detail = `${bad.length} of ${asked.length} calls of kind "${kind}": ${statuses} ${bad[0]?.text ?? ''}`;
    return [{ kind: kind === 'ready' ? 'not ready' : 'neighbour refused', detail }];
  });
}

/** Process ends, turns and refused neighbours in a span. */
export async function judge(
  world: World,
  span: Span,
  machine: Machine,
  samples: readonly Sample[],
): Promise<Finding[]> {
  const ends = world.ends
    .filter(({ at }) => inSpan(at, span))
    .map(({ app, output }): Finding => ({ kind: 'process ended', app, detail: lastLines(output) }));
  const turns = await Promise.all(
    appNames.map(async (app) => {
      const all = await world.turnsOf(app);
      const isOfService = ({ at }: { readonly at: number }): boolean => world.served(app, at);
      const [turns, blocked] = [all.turns.filter(isOfService), all.blocked.filter(isOfService)];
      const log = { ...all, turns, blocked };
      const found = turnFindings(app, log, machine, span);
      return found.length > 0 ? found : blockedFindings(app, log, span);
    }),
  );
  return [...ends, ...turns.flat(), ...refusedNeighbours(samples)];
}

/**
 * The line with the cause, if there is one. The last match counts, because earlier lines may be
 * warnings.
 */
export function lastLines(output: string): string {
  const lines = output.trim().split('\n');
  const why =
    lines.findLast((line) => /FATAL ERROR|code: 'ERR_/.test(line)) ??
    lines.findLast((line) => /^\w*Error\b/.test(line)) ??
    lines.at(-1) ??
    '';
  return why.trim().slice(0, 300);
}
