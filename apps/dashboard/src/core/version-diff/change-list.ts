/** What differs between two versions, block by block, as people read it. */
import type { DefinitionDiff } from '../edit/diff/definition-diff.js';
import type { FieldChange } from '../edit/diff/field-changes.js';
import { fieldsOf, type Path, rawOf } from '../edit/text/json-value.js';
import { readJson } from '../edit/text/read-json.js';
import type { DrawnDefinition } from '../workflow-graph/workflow-graph.js';
import { type MarkKind, marksOf } from './marks.js';

export interface ShownField {
  readonly path: string;
  /** Null: the field was missing. Strings without their quotes, other values as JSON. */
  readonly before: string | null;
  readonly after: string | null;
  /** Old and new fit into one line. */
  readonly isShort: boolean;
}

export interface ChangedBlock {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly kind: MarkKind;
  readonly fields: readonly ShownField[];
  /** Names of the containers that it stood and stands in; null: it did not move. */
  readonly body: { readonly before: string | null; readonly after: string | null } | null;
}

interface ChangedEdge {
  readonly kind: 'added' | 'removed';
  readonly from: string;
  readonly to: string;
  readonly port: string | null;
}

export interface ChangeList {
  /** In the order of the newer version; those that it has no more stand last. */
  readonly blocks: readonly ChangedBlock[];
  /** By the names of their blocks. */
  readonly edges: readonly ChangedEdge[];
  /** Of the definition itself. */
  readonly fields: readonly ShownField[];
  /** Blocks stand elsewhere in the text, and nothing else is said of them. */
  readonly isReordered: boolean;
}

const longestShort = 30;
/** Longer values are cut: the tab JSON has all of it. */
const longestShown = 1_000;

/** As references write it: `conditions[1].port`. */
export function pathText(path: Path): string {
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      if (step === '' || /[.[\]]/.test(step)) return `[${JSON.stringify(step)}]`;
      return at === 0 ? step : `.${step}`;
    })
    .join('');
}

function valueText(json: string | null): string | null {
  if (json === null) return null;
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function shownField({ path, before, after }: FieldChange): ShownField {
  const texts = [valueText(before), valueText(after)] as const;
  const both = texts.map((text) => text ?? '').join('');
  return {
    // Nearly all fields are in it, so that it says nothing.
    path: pathText(path[0] === 'config' && path.length > 1 ? path.slice(1) : path),
    ...{ before: texts[0], after: texts[1] },
    isShort:
      before !== null && after !== null && both.length <= longestShort && !both.includes('\n'),
  };
}

/** The settings of a block that is new. */
function settingsOf(text: string): ShownField[] {
  const block = readJson(text);
  const config = block && fieldsOf(block).get('config');
  if (config == null) return [];
  return [...fieldsOf(config)].map(([name, value]) =>
    shownField({ path: [name], before: null, after: rawOf(value) }),
  );
}

export function changeList(
  diff: DefinitionDiff,
  before: DrawnDefinition,
  after: DrawnDefinition,
): ChangeList {
  const marks = marksOf(diff).blocks;
  const all = new Map([...before.blocks, ...after.blocks].map((block) => [block.id, block]));
  const nameOf = (id: string): string => all.get(id)?.name || id;
  const changed = new Map(diff.changed.map(({ id, fields }) => [id, fields]));
  const added = new Map(diff.added.map(({ id, text }) => [id, text]));
  const moved = new Map(diff.moved.map((move) => [move.id, move]));
  const blocks = [
    ...after.blocks,
    ...before.blocks.filter(({ id }) => marks.get(id)?.kind === 'removed'),
  ].flatMap(({ id, type }): ChangedBlock[] => {
    const kind = marks.get(id)?.kind;
    if (kind === undefined) return [];
    const move = moved.get(id);
    const text = added.get(id);
    return [
      {
        ...{ id, type, kind, name: nameOf(id) },
        fields: text === undefined ? (changed.get(id) ?? []).map(shownField) : settingsOf(text),
        body:
          move === undefined
            ? null
            : {
                before: move.before && nameOf(move.before),
                after: move.after && nameOf(move.after),
              },
      },
    ];
  });
  const edgesOf = (edges: DefinitionDiff['addedEdges'], kind: ChangedEdge['kind']): ChangedEdge[] =>
    edges.map(({ from, to, port = null }) => ({
      ...{ kind, port, from: nameOf(from), to: nameOf(to) },
    }));
  return {
    blocks,
    edges: [...edgesOf(diff.addedEdges, 'added'), ...edgesOf(diff.removedEdges, 'removed')],
    fields: diff.fields.map(shownField),
    isReordered: diff.reordered.some((id) => !marks.has(id)),
  };
}

export const isSame = ({ blocks, edges, fields, isReordered }: ChangeList): boolean =>
  blocks.length + edges.length + fields.length === 0 && !isReordered;
