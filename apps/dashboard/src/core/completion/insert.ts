/** How a text changes when a reference is taken, wholly or by one part, or comes from elsewhere. */
import { normalizeName } from '@libs/workflow';
import type { Candidate } from './candidates.js';
import { isInJsonString } from './json-text.js';
import { type OpenToken, openTokenAt } from './open-token.js';
import { readSteps, stepsText, stepText } from './reference-text.js';

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Where the caret stands after it. */
  readonly caret: number;
}

/** `quoted`: JSON, where a reference stands in a string; `bare`: text around references. */
export type Quoting = 'quoted' | 'bare';

interface Place {
  readonly from: number;
  readonly to: number;
}

function changeAt(
  text: string,
  { from, to }: Place,
  written: string,
  quoting: Quoting,
): TextChange {
  if (quoting === 'bare' || isInJsonString(text, from))
    return { from, to, text: written, caret: from + written.length };
  const isOpen = !/[>}]$/.test(written);
  const caret = from + written.length + (isOpen ? 1 : 2);
  return { from, to, text: `"${written}"`, caret };
}

const written = ({ kind, root, steps }: Candidate, isInJson: boolean): string =>
  kind === 'secret' ? `{{${root}}}` : `<${root}${stepsText(steps, isInJson) ?? ''}>`;

export const takeWhole = (
  text: string,
  token: OpenToken,
  candidate: Candidate,
  quoting: Quoting,
): TextChange => changeAt(text, token, written(candidate, quoting === 'quoted'), quoting);

/** One step more than what is typed, ready for the next. Of the last step: the whole. */
export function takePart(
  text: string,
  token: OpenToken,
  candidate: Candidate,
  quoting: Quoting,
): TextChange {
  const { kind, root, steps } = candidate;
  if (kind === 'secret' || token.kind === 'secret')
    return takeWhole(text, token, candidate, quoting);
  const isInJson = quoting === 'quoted';
  if (kind === 'block') return changeAt(text, token, `<${root}.`, quoting);
  const isSameRoot = token.hasPath && normalizeName(token.name) === root;
  const taken = isSameRoot ? token.steps.length + 1 : 0;
  const next = steps[taken];
  if (next === undefined) return takeWhole(text, token, candidate, quoting);
  const opening = /^(?:\.|\[["']?)/.exec(stepText(next, isInJson) ?? '')?.[0] ?? '';
  const before = stepsText(steps.slice(0, taken), isInJson) ?? '';
  return changeAt(text, token, `<${root}${before}${opening}`, quoting);
}

/** A reference as a string of a JSON text holds it. */
function forJson(reference: string): string {
  const [, name, path] = /^<([^.[\]<>]*)(.*)>$/.exec(reference) ?? [];
  if (name === undefined || path === undefined) return reference;
  const { steps, end } = readSteps(path);
  const steppedText = end === path.length ? stepsText(steps, true) : null;
  return steppedText === null ? JSON.stringify(reference).slice(1, -1) : `<${name}${steppedText}>`;
}

/** Replaces the selection, or what is being typed of a reference where the caret stands. */
export function insertReference(
  text: string,
  selection: Place,
  reference: string,
  quoting: Quoting,
): TextChange {
  const { from, to } = selection;
  const token = from === to ? openTokenAt(text, from) : null;
  const reads = quoting === 'quoted' ? forJson(reference) : reference;
  return changeAt(text, token ?? selection, reads, quoting);
}
