/**
 * A workflow as a tree of its blocks, which does without a mouse all that the canvas does. On
 * phones it is the page. Its keys work on the block that has the focus.
 */
import { type KeyboardEvent, useId, useState } from 'react';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { outlineTree, type OutlineNode } from '../../core/outline/outline-tree.js';
import { workflowGraph } from '../../core/workflow-graph/workflow-graph.js';
import { outlineText as words } from '../../text/outline.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useMedia } from '../../ui/use-media.js';
import { type ActionId, actionOfKey, type OutlineState, stepOf } from './outline-actions.js';
import type { Deed, ListKind } from './outline-choices.js';
import { ChooseDialog, RenameDialog } from './lazy-dialogs.js';
import type { OutlineProps } from './outline-props.js';
import { Arm, OutlineRow } from './outline-row.js';
import styles from './outline.module.css';
import { RowMenu } from './row-menu.js';

type Open = { readonly block: string; readonly kind: ListKind | 'rename' } | null;

const parentsIn = (nodes: readonly OutlineNode[]): string[] =>
  nodes.flatMap(({ block, children }) =>
    children.length === 0 ? [] : [block.id, ...parentsIn(children)],
  );

/** The block whose row has the focus. */
function focusedBlock({ target }: KeyboardEvent): string | null {
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'row') return null;
  return target.querySelector<HTMLElement>('[data-block]')?.dataset['block'] ?? null;
}

export function Outline(props: OutlineProps) {
  const { name, definition, rules, selected, onSelect, edits } = props;
  const helpId = useId();
  const [open, setOpen] = useState<Open>(null);
  const tree = outlineTree(workflowGraph(definition));
  const state: OutlineState = { definition, rules, tree };
  const perform = (deed: Deed): void => {
    if (deed.kind === 'add') edits?.onAdd(deed.place);
    else edits?.onCommand(deed.command);
  };
  const act = (block: string, action: ActionId): void => {
    const step = stepOf(state, block, action);
    if (step.kind === 'list') setOpen({ block, kind: step.list });
    else if (step.kind === 'rename') setOpen({ block, kind: step.kind });
    else if (step.kind === 'duplicate') edits?.onDuplicate(block);
    else if (step.kind !== 'refused') perform(step);
  };
  // Before the tree takes letters as the beginning of a name.
  const press = (event: KeyboardEvent): void => {
    const [block, action] = [focusedBlock(event), actionOfKey(event)];
    if (block === null || action === null || edits === null) return;
    event.preventDefault();
    event.stopPropagation();
    act(block, action);
  };
  if (tree.length === 0) return <Empty onAdd={edits && (() => edits.onAdd({ kind: 'alone' }))} />;
  return (
    <div className={styles.outline} onKeyDownCapture={press}>
      <p id={helpId} hidden>
        {words.keysHelp}
      </p>
      <Tree
        className={styles.tree}
        aria-label={words.label(name)}
        aria-describedby={helpId}
        expandedKeys={parentsIn(tree)}
        selectionMode="single"
        // Arrows only move: on phones, what is selected opens a sheet over the tree.
        selectionBehavior="toggle"
        disallowEmptySelection
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          for (const key of keys) onSelect(String(key));
        }}
      >
        {tree.map((node, at) => (
          <OutlineItem
            key={node.block.id}
            {...{ node, state, onAct: act }}
            isLast={at === tree.length - 1}
            outline={props}
          />
        ))}
      </Tree>
      <Dialogs {...{ open, state, perform }} onClose={() => setOpen(null)} />
    </div>
  );
}

interface OutlineItemProps {
  node: OutlineNode;
  /** Nothing goes on behind it. */
  isLast: boolean;
  /** The line of what it stands below of goes on past it. */
  isPassed?: boolean;
  state: OutlineState;
  onAct: (block: string, action: ActionId) => void;
  outline: OutlineProps;
}

function OutlineItem({ node, isLast, isPassed = false, ...props }: OutlineItemProps) {
  const { state, onAct, outline } = props;
  const { block, arms, place, children } = node;
  const isTouch = useMedia('(pointer: coarse)');
  const spoken = [block.name, ...arms.map(words.by), ...(place === 'tool' ? [words.tool] : [])];
  return (
    <TreeItem
      id={block.id}
      textValue={spoken.join(', ')}
      className={isPassed ? `${styles.item} ${styles.passed}` : (styles.item ?? '')}
    >
      <TreeItemContent>
        {({ isHovered, isSelected, isFocusVisible, isFocusVisibleWithin }) => (
          <>
            <Arm node={node} />
            <div
              className={styles.row}
              data-block={block.id}
              data-place={place}
              data-last={isLast && children.length === 0 ? '' : undefined}
            >
              <OutlineRow node={node} facts={outline.facts} />
              {outline.edits !== null && (
                <span className={styles.menu}>
                  <RowMenu
                    {...{ state, onAct }}
                    block={block.id}
                    name={block.name}
                    isShown={
                      isTouch || isHovered || isSelected || isFocusVisible || isFocusVisibleWithin
                    }
                  />
                </span>
              )}
            </div>
          </>
        )}
      </TreeItemContent>
      {children.map((child, at) => (
        <OutlineItem
          key={child.block.id}
          {...{ state, onAct, outline }}
          node={child}
          isLast={at === children.length - 1}
          isPassed={!isLast}
        />
      ))}
    </TreeItem>
  );
}

interface DialogsProps {
  open: Open;
  state: OutlineState;
  perform: (deed: Deed) => void;
  onClose: () => void;
}

function Dialogs({ open, state: { definition, rules }, perform, onClose }: DialogsProps) {
  if (open === null) return null;
  const { block, kind } = open;
  if (kind === 'rename')
    return (
      <RenameDialog
        {...{ definition, block, onClose }}
        onRename={(name) =>
          perform({ kind: 'command', command: { kind: 'renameBlock', block, name } })
        }
      />
    );
  return <ChooseDialog {...{ definition, block, rules, onClose }} list={kind} onChoose={perform} />;
}

function Empty({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <EmptyState title={words.empty}>
      {onAdd !== null && <Button onPress={onAdd}>{words.addFirst}</Button>}
    </EmptyState>
  );
}
