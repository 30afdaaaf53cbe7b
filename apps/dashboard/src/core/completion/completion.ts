/**
 * What is offered for the reference that is being typed: blocks, then their declared outputs, then
 * what their last run had. Everything that is offered resolves.
 */
import { normalizeName } from '@libs/workflow';
import {
  blockCandidate,
  type Candidate,
  namedBlocks,
  otherCandidates,
  outputsOf,
  secretCandidates,
} from './candidates.js';
import { type OpenReference, type OpenToken, openTokenAt } from './open-token.js';
import { stepsText } from './reference-text.js';
import type { Scope, ScopeBlock } from './scope.js';

export interface Row {
  readonly candidate: Candidate;
  /** The path as the list shows it, from the token's root on if that is still open. */
  readonly shown: string;
  /** What was typed, in `shown`; empty: `from` is `to`. */
  readonly hit: { readonly from: number; readonly to: number };
}

export interface Completion {
  readonly token: OpenToken;
  /** The block whose outputs are listed; null: all blocks, or secrets. */
  readonly block: ScopeBlock | null;
  readonly typed: string;
  /** The best ones; there may be more that match. */
  readonly rows: readonly Row[];
  readonly matches: number;
  readonly total: number;
}

/** Eight are seen at once. More is found by typing on: each row costs a key press time. */
const maxRows = 24;
/** Bounds the work of a key press. */
export const maxScanned = 5_000;
/** Of one block among all blocks: its nearest ones. The rest is found below its name. */
const maxOfEach = 200;

interface Wanted {
  /** In small letters. */
  readonly typed: string;
  /** Paths are shown with the root before them. */
  readonly isRooted: boolean;
  /** What was typed lies behind this much of the path. */
  readonly from: number;
  readonly isInJson: boolean;
}

const kindRank: Record<Candidate['kind'], number> = {
  block: 0,
  iteration: 1,
  variable: 1,
  secret: 0,
  output: 2,
};
/** Ranks that one kind has. */
const ranks = 8;
const otherName = 6;

/** @returns where it was hit in `sought`, -1: it does not match, -2: its written name does */
function hitOf(
  { kind, block, sought, path }: Candidate,
  { typed, isRooted, from }: Wanted,
): number {
  if (typed === '') return 0;
  const at = sought.indexOf(typed, isRooted ? 0 : sought.length - path.length + from);
  if (at !== -1 || kind !== 'block') return at;
  return normalizeName(block ?? '').includes(typed) ? -2 : -1;
}

/** What begins with it comes before what has a step that does, and that before the others. */
function rankOf({ kind, sought, path, text }: Candidate, at: number, wanted: Wanted): number {
  const group = wanted.isRooted ? ranks * kindRank[kind] : 0;
  if (at === -2) return group + otherName;
  const isSeen = kind === 'output' && text === null ? 1 : 0;
  if (wanted.typed === '') return group + isSeen;
  const start = wanted.isRooted ? 0 : sought.length - path.length + wanted.from;
  const isStep = /[.["']/.test(sought[at - 1] ?? '');
  return group + (at === start ? 0 : isStep ? 2 : 4) + isSeen;
}

function rowOf(candidate: Candidate, at: number, { typed, isRooted }: Wanted): Row {
  const shown = isRooted ? candidate.whole : candidate.path;
  const from = at < 0 ? 0 : at - (candidate.whole.length - shown.length);
  const length = at < 0 ? 0 : typed.length;
  return { candidate, shown, hit: length === 0 ? { from: 0, to: 0 } : { from, to: from + length } };
}

/** One pass; a list for each rank keeps the order in which they came. */
function rowsOf(
  candidates: Iterable<Candidate>,
  wanted: Wanted,
): Pick<Completion, 'rows' | 'matches' | 'total'> {
  const byRank: { readonly candidate: Candidate; readonly at: number }[][] = [];
  let [total, matches] = [0, 0];
  for (const candidate of candidates) {
    if (total >= maxScanned) break;
    if (wanted.isInJson && !candidate.fitsJson) continue;
    total += 1;
    const at = hitOf(candidate, wanted);
    if (at === -1) continue;
    matches += 1;
    const list = (byRank[rankOf(candidate, at, wanted)] ??= []);
    if (list.length < maxRows) list.push({ candidate, at });
  }
  const best = byRank.flat().slice(0, maxRows);
  return { rows: best.map(({ candidate, at }) => rowOf(candidate, at, wanted)), matches, total };
}

function* everything(scope: Scope): Generator<Candidate> {
  const blocks = namedBlocks(scope);
  for (const block of blocks) yield blockCandidate(block);
  yield* otherCandidates(scope);
  for (const block of blocks) yield* outputsOf(block).slice(0, maxOfEach);
}

/** The block, the container or `variable` that a typed name means. */
function completionIn(token: OpenReference, scope: Scope, isInJson: boolean): Completion | null {
  const root = normalizeName(token.name);
  const block = namedBlocks(scope).find(({ reference }) => reference === root) ?? null;
  const { steps, rest } = token;
  const below =
    block === null
      ? otherCandidates(scope).filter(
          (one) => one.root === root && one.steps.length > steps.length && steps.length === 0,
        )
      : outputsOf(block, steps);
  const before = stepsText(steps)?.replace(/^\./, '') ?? '';
  const from = before === '' ? 0 : before.length + 1;
  const typed = rest.toLowerCase();
  return {
    ...{ token, block, typed: rest },
    ...rowsOf(below, { typed, isRooted: false, from, isInJson }),
  };
}

/** Null: no reference and no secret is being typed there, or nothing matches. */
export function completionAt(
  text: string,
  caret: number,
  scope: Scope,
  isInJson = false,
): Completion | null {
  const token = openTokenAt(text, caret);
  if (token === null) return null;
  const found = completionOf(token, scope, isInJson);
  return found === null || found.rows.length === 0 ? null : found;
}

function completionOf(token: OpenToken, scope: Scope, isInJson: boolean): Completion | null {
  const wanted = { isRooted: true, from: 0, isInJson };
  if (token.kind === 'secret') {
    const typed = token.rest.toLowerCase();
    const found = rowsOf(secretCandidates(scope), { ...wanted, typed });
    return { token, block: null, typed: token.rest, ...found };
  }
  if (token.hasPath) return completionIn(token, scope, isInJson);
  const typed = normalizeName(token.name);
  return {
    token,
    block: null,
    typed: token.name,
    ...rowsOf(everything(scope), { ...wanted, typed }),
  };
}
