/** One line of a payload: a value, or what opens, holds or ends others. */
import type { CSSProperties, Dispatch } from 'react';
import { inlineJson } from '../../core/json/indent-json.js';
import { isEnd, nodeOf } from '../../core/json/json-rows.js';
import { isHolder, type JsonTree, kindOf, valueText } from '../../core/json/json-tree.js';
import type { JsonView, ViewMove } from '../../core/json/json-view.js';
import { jsonViewer as words } from '../../text/json-viewer.js';
import { JsonText } from '../../ui/code-block.js';
import { ChevronRight } from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';
import styles from './json-viewer.module.css';

export interface JsonLineProps {
  id: string;
  view: JsonView;
  line: number;
  topPx: number;
  onMove: Dispatch<ViewMove>;
}

/** Longer values are cut here; the place below the tree has the whole of the chosen one. */
const mostShown = 400;

export function JsonLine({ id, view, line, topPx, onMove }: JsonLineProps) {
  const { tree, closed, active } = view;
  const node = nodeOf(line);
  const isFolding = isHolder(tree, node) && (tree.sizes[node] ?? 0) > 0;
  const parent = tree.parents[node] ?? -1;
  const depth = tree.depths[node] ?? 0;
  const shared = {
    className: styles.line,
    style: { '--depth': Math.min(depth, 40), '--top': `${topPx}px` } as CSSProperties,
  };
  const isLast = (tree.places[node] ?? 0) + 1 === (parent < 0 ? 1 : tree.sizes[parent]);
  const comma = isLast ? '' : ',';
  if (isEnd(line))
    return (
      <div {...shared} aria-hidden>
        {(kindOf(tree, node) === 'array' ? ']' : '}') + comma}
      </div>
    );
  return (
    // The tree has the keys.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus
    <div
      {...shared}
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={parent < 0 ? 1 : tree.sizes[parent]}
      aria-posinset={(tree.places[node] ?? 0) + 1}
      aria-expanded={isFolding ? !closed.has(node) : undefined}
      aria-selected={node === active}
      onClick={() => onMove({ kind: isFolding ? 'toggle' : 'choose', node })}
    >
      {isFolding && <ChevronRight {...smallIconSize} className={styles.fold} />}
      <LineText view={view} node={node} isOpen={isFolding && !closed.has(node)} comma={comma} />
    </div>
  );
}

interface LineTextProps {
  view: JsonView;
  node: number;
  isOpen: boolean;
  comma: string;
}

function LineText({ view: { tree, text }, node, isOpen, comma }: LineTextProps) {
  const keyStart = tree.keyStarts[node] ?? -1;
  return (
    <span className={styles.text}>
      {keyStart >= 0 && (
        <>
          <span className={styles.key}>{text.slice(keyStart, tree.keyEnds[node])}</span>
          {': '}
        </>
      )}
      <span className={styles[kindOf(tree, node)]}>
        {isOpen ? text[tree.starts[node] ?? 0] : <Folded tree={tree} text={text} node={node} />}
      </span>
      {isOpen ? '' : comma}
    </span>
  );
}

/** Small ones are shown inside their line. */
const mostInline = 80;

function Folded({ tree, text, node }: { tree: JsonTree; text: string; node: number }) {
  const count = tree.sizes[node] ?? 0;
  const value = valueText(tree, text, node);
  if (!isHolder(tree, node))
    return value.length > mostShown ? `${value.slice(0, mostShown)}…` : value;
  if (value.length <= mostInline) return <JsonText text={inlineJson(value)} />;
  return kindOf(tree, node) === 'array'
    ? `[ ${words.items(count)} ]`
    : `{ ${words.fields(count)} }`;
}
