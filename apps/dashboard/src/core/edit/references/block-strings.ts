/** The strings in the configurations of blocks that may hold a reference. */
import { kinds } from '../../json/json-tree.js';
import {
  fieldsOf,
  itemsOf,
  type JsonValue,
  kindOfValue,
  type Path,
  stringOf,
  rawOf,
  type Step,
  valueAt,
} from '../text/json-value.js';
import { pathOf } from '../../json/json-tree.js';
import { idOf } from '../text/outline.js';
import type { Target } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';

export interface BlockString {
  readonly target: Target & { readonly block: string };
  /** As it is written, and the text that it stands for. */
  readonly raw: string;
  readonly text: string;
}

const stringKind = kinds.indexOf('string');
/** A bracket may be written as an escape. */
const mayRefer = /<|\\u003c/i;

function pathIn(block: JsonValue, { text, tree, node }: JsonValue): Path {
  const depth = tree.depths[block.node] ?? 0;
  return pathOf(tree, text, node).slice(depth);
}

function* stringsIn(block: JsonValue, id: string): Generator<BlockString> {
  const config = fieldsOf(block).get('config');
  if (config === undefined) return;
  const { text, tree } = block;
  const end = tree.nexts[config.node] ?? 0;
  for (let node = config.node; node < end; node += 1) {
    if (tree.kinds[node] !== stringKind) continue;
    const value = { text, tree, node };
    const raw = rawOf(value);
    if (!mayRefer.test(raw)) continue;
    const path: readonly Step[] = pathIn(block, value);
    // A field that is repeated further on is read by nobody.
    if (valueAt(block, path)?.node !== node) continue;
    yield { target: { block: id, path }, raw, text: stringOf(value) ?? '' };
  }
}

export function* blockStrings({ root, outline }: WorkflowText): Generator<BlockString> {
  const list = fieldsOf(root).get('blocks');
  if (list === undefined || kindOfValue(list) !== 'array') return;
  for (const [index, block] of itemsOf(list).entries()) {
    const id = idOf(block);
    if (id !== null && outline.indexes.get(id) === index) yield* stringsIn(block, id);
  }
}
