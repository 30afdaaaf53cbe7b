/** The references and secrets of a text, and those that name nothing. */
import {
  NearestNames,
  normalizeName,
  type ParsedReference,
  parseText,
  referenceResolver,
  type ReferredBlock,
} from '@libs/workflow';
import { knownOutputs, namedBlocks } from './candidates.js';
import { readableJson } from './json-text.js';
import { stepText } from './reference-text.js';
import type { Scope } from './scope.js';

export interface FieldReference {
  readonly from: number;
  readonly to: number;
  /** With its brackets, as the grammar reads it. */
  readonly text: string;
  /** Null: it is a secret. */
  readonly parsed: ParsedReference | null;
  /** Of a secret. */
  readonly secret: string | null;
}

type MistakeKind =
  'block' | 'output' | 'variable' | 'iteration' | 'tool' | 'environment' | 'secret';

export interface Mistake {
  readonly from: number;
  readonly to: number;
  readonly kind: MistakeKind;
  /** The name that nothing has. */
  readonly name: string;
  /** Whose output it would be. */
  readonly block: string | null;
  /** The name that was meant, and where it goes. */
  readonly fix: { readonly from: number; readonly to: number; readonly text: string } | null;
}

interface Names {
  readonly blocks: ReadonlyMap<string, ReferredBlock>;
  readonly variables: ReadonlyMap<string, string>;
  readonly around: ReadonlySet<'loop' | 'parallel'>;
}

const named = new WeakMap<Scope, Names>();

/** As references see them: the names of other blocks say nothing of their outputs. */
export function namesIn(scope: Scope): Names {
  const known = named.get(scope);
  if (known !== undefined) return known;
  const blocks = new Map<string, ReferredBlock>();
  const add = (name: string, block: ReferredBlock): void => {
    if (name !== 'variable') blocks.set(name, block);
  };
  for (const name of scope.otherBlocks ?? []) {
    const shown = normalizeName(name);
    add(shown, { id: shown, name: shown, outputs: null });
  }
  for (const block of namedBlocks(scope).toReversed()) {
    const name = block.reference ?? '';
    add(name, { id: block.id, name, outputs: knownOutputs(block) });
  }
  if (scope.isTool === true) add('tool', { id: 'tool', name: 'tool', outputs: null });
  const names: Names = {
    blocks,
    variables: new Map(scope.variables.map(({ name }) => [normalizeName(name), name])),
    around: new Set(scope.containers.map(({ kind }) => kind)),
  };
  named.set(scope, names);
  return names;
}

export function referencesIn(source: string, scope: Scope, isJson = false): FieldReference[] {
  const { blocks } = namesIn(scope);
  const { text, offsetOf } = isJson ? readableJson(source) : { text: source, offsetOf: Number };
  return parseText(text, (name) => blocks.has(name)).flatMap((part): FieldReference[] => {
    if (part.kind === 'text') return [];
    const end = part.offset + part.length;
    return [
      {
        from: offsetOf(part.offset),
        to: offsetOf(end - 1) + 1,
        text: text.slice(part.offset, end),
        parsed: part.kind === 'reference' ? part.reference : null,
        secret: part.kind === 'secret' ? part.name : null,
      },
    ];
  });
}

function kindOf({ name: written, path }: ParsedReference, { blocks }: Names): MistakeKind {
  const name = normalizeName(written);
  if (name === 'variable') return 'variable';
  if (blocks.has(name)) return path.length === 0 ? 'block' : 'output';
  if (name === 'loop' || name === 'parallel') return 'iteration';
  if (name === 'env') return 'environment';
  return name === 'tool' ? 'tool' : 'block';
}

const firstStep = /^(?:\.[A-Za-z0-9_$-]+|\[(?:\d+|\\?"[^"\]]*"|'[^'\]]*')\])/;

/** Where the wrong name stands, and the right one as it is written there. */
function fixOf(
  source: string,
  { from, to, parsed }: FieldReference,
  kind: MistakeKind,
  near: string | null,
  isJson: boolean,
): Mistake['fix'] {
  if (near === null) return null;
  if (parsed === null) return { from, to, text: `{{${near}}}` };
  const nameEnd = from + 1 + parsed.name.length;
  if (kind === 'block') return { from: from + 1, to: nameEnd, text: normalizeName(near) };
  const step = firstStep.exec(source.slice(nameEnd, to))?.[0];
  const text = stepText(near, isJson);
  if (step === undefined || text === null) return null;
  return { from: nameEnd, to: nameEnd + step.length, text };
}

function secretMistake(
  source: string,
  found: FieldReference & { readonly secret: string },
  known: ReadonlySet<string>,
  nearest: NearestNames,
): Mistake | null {
  const { from, to, secret: name } = found;
  if (known.has(name)) return null;
  const near = nearest.of(name, known);
  const fix = fixOf(source, found, 'secret', near, false);
  return { from, to, kind: 'secret', name, block: null, fix };
}

/**
 * References that a save would refuse, and secrets that the workspace lacks. Compares names, so it
 * is for when the typing rests.
 */
export function mistakesIn(source: string, scope: Scope, isJson = false): Mistake[] {
  const nearest = new NearestNames();
  const names = namesIn(scope);
  const resolve = referenceResolver(names, nearest);
  const secrets = new Set(scope.secrets);
  return referencesIn(source, scope, isJson).flatMap((found) => {
    const { from, to, parsed, secret } = found;
    if (secret !== null) return secretMistake(source, { ...found, secret }, secrets, nearest) ?? [];
    const target = parsed === null ? null : resolve(parsed);
    if (parsed === null || target === null || 'kind' in target) return [];
    const kind = kindOf(parsed, names);
    const isStep = kind === 'output' || kind === 'variable' || kind === 'environment';
    const block = kind === 'output' ? normalizeName(parsed.name) : null;
    const name = isStep ? (parsed.path[0] ?? '') : parsed.name;
    const fix = fixOf(source, found, kind, target.suggestion, isJson);
    return [{ from, to, kind, name, block, fix }];
  });
}
