/**
 * The canvas for the keyboard and for screen readers: a tree of its blocks, not seen itself. It has
 * the only tab stop. The block that it points at is marked on the canvas and brought into view.
 */
import {
  type DOMAttributes,
  type KeyboardEvent,
  type RefObject,
  useId,
  useSyncExternalStore,
} from 'react';
import { blockLookOf } from '../../core/block-look/block-look.js';
import { lookOf } from '../../core/status/status.js';
import { type ReadBlock, readingOrder } from '../../core/workflow-graph/reading-order.js';
import { noteText } from '../../core/workflow-graph/note-text.js';
import type { WorkflowGraph } from '../../core/workflow-graph/workflow-graph.js';
import { canvasText } from '../../text/canvas.js';
import { versionText } from '../../text/versions.js';
import text from '../../ui/text.module.css';
import { useBlockStatus, useMark, usePick, useStores } from './canvas-context.js';

interface BlockTreeProps {
  graph: WorkflowGraph;
  label: string;
  /** @returns whether the key was for the canvas */
  onKey: (key: string) => boolean;
  onFocus: () => void;
  editing?: TreeEditing | undefined;
}

/** What else the keyboard does where blocks are edited. */
export interface TreeEditing {
  readonly help: string;
  readonly element: RefObject<HTMLDivElement | null>;
  /** Also of keys with modifiers. @returns whether it was for the canvas */
  readonly onPress: (event: KeyboardEvent) => boolean;
  readonly clipboard: Pick<DOMAttributes<HTMLDivElement>, 'onCopy' | 'onCut' | 'onPaste'>;
}

export function BlockTree({ graph, label, onKey, onFocus, editing }: BlockTreeProps) {
  const { picks } = useStores();
  const baseId = useId();
  const pointed = useSyncExternalStore(picks.subscribe, () => picks.get().pointed);
  const press = (event: KeyboardEvent): void => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isMine = editing?.onPress(event) === true || (!hasModifier && onKey(event.key));
    if (!isMine) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <p id={`${baseId}help`} hidden>
        {editing?.help ?? canvasText.keysHelp}
      </p>
      <div
        ref={editing?.element}
        {...editing?.clipboard}
        role="tree"
        aria-multiselectable={editing === undefined ? undefined : true}
        aria-label={canvasText.blocks(label)}
        aria-describedby={`${baseId}help`}
        aria-activedescendant={pointed === null ? undefined : `${baseId}${pointed}`}
        tabIndex={0}
        className={text.hidden}
        onKeyDown={press}
        onFocus={onFocus}
        onBlur={() => picks.set({ pointed: null })}
      >
        {readingOrder(graph).map((read) => (
          <TreeBlock key={read.block.id} id={`${baseId}${read.block.id}`} read={read} />
        ))}
      </div>
    </>
  );
}

function TreeBlock({
  id,
  read: { block, level, position, siblings, ways },
}: {
  id: string;
  read: ReadBlock;
}) {
  const status = useBlockStatus(block.id);
  const pick = usePick(block.id);
  const mark = useMark(block.id);
  const words = [
    block.name,
    blockLookOf(block.type).title,
    block.kind === 'note' ? noteText(block.config['text']) : null,
    mark && versionText.mark[mark.kind],
    status?.status == null ? null : lookOf(status.status).word,
    status?.detail,
    status?.iterations && canvasText.iterationsSpoken(status.iterations),
    ...ways.map(({ from, label }) => canvasText.after(from, label)),
  ];
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={pick === 'selected'}
    >
      {words.filter((word) => word != null && word !== '').join(', ')}
    </div>
  );
}
