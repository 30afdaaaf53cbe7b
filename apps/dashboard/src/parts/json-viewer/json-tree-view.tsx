/** A payload as code that folds. One tab stop: arrows walk, open and close; Enter folds. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useReducer, useRef, type CSSProperties } from 'react';
import { endOf } from '../../core/json/json-rows.js';
import type { JsonTree } from '../../core/json/json-tree.js';
import { moved, viewOf } from '../../core/json/json-view.js';
import { JsonFind } from './json-find.js';
import { JsonLine } from './json-line.js';
import { JsonPlace } from './json-place.js';
import styles from './json-viewer.module.css';

export interface JsonTreeViewProps {
  title: string;
  text: string;
  tree: JsonTree;
  block: string | null;
  tone: 'plain' | 'error';
  isFinding: boolean;
}

/** As in the module of styles. */
const linePx = window.matchMedia('(pointer: coarse)').matches ? 24 : 20;

export function JsonTreeView({ title, text, tree, block, tone, isFinding }: JsonTreeViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const [view, move] = useReducer(moved, null, () => viewOf(tree, text));
  const { lines, active } = view;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 10,
  });
  const index = active === null ? -1 : lines.indexOf(active);
  // The outside system is the scroller: it follows the keys and the search.
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
  }, [virtual, index]);
  const page = (): number => Math.floor((scroller.current?.clientHeight ?? 0) / linePx) - 1;
  return (
    <>
      {isFinding && <JsonFind view={view} onMove={move} />}
      <div className={styles.scroller} data-tone={tone} ref={scroller}>
        <div
          role="tree"
          aria-label={title}
          aria-activedescendant={index < 0 ? undefined : `${baseId}${active}`}
          tabIndex={0}
          className={styles.tree}
          style={{ '--height': `${virtual.getTotalSize()}px` } as CSSProperties}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const { key } = event;
            if (!keys.has(key)) return;
            event.preventDefault();
            move({ kind: 'key', key, page: Math.max(1, page()) });
          }}
        >
          {virtual.getVirtualItems().map(({ index: at, start }) => (
            <JsonLine
              key={at}
              id={`${baseId}${lines[at]}`}
              view={view}
              line={lines[at] ?? endOf(0)}
              topPx={start}
              onMove={move}
            />
          ))}
        </div>
      </div>
      {active !== null && <JsonPlace view={view} node={active} block={block} />}
    </>
  );
}

const keys: ReadonlySet<string> = new Set([
  ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'],
  'Enter',
]);
