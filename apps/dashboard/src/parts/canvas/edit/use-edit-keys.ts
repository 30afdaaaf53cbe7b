/** What else the keys do where blocks are edited. Tab is left to the page. */
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { reachable } from '../../../core/canvas-edit/reachable.js';
import { walk } from '../../../core/workflow-graph/walk.js';
import { canvasEditText } from '../../../text/canvas-edit.js';
import type { TreeEditing } from '../block-tree.js';
import { useStores } from '../canvas-context.js';
import type { PickStore } from '../picks.js';
import type { DragContext } from './drag.js';
import { afterPort } from './press.js';

export function useEditKeys(
  context: DragContext | null,
  element: RefObject<HTMLDivElement | null>,
): TreeEditing | undefined {
  const { picks } = useStores();
  if (context === null) return undefined;
  const own = { context, picks };
  return {
    help: canvasEditText.keysHelp,
    element,
    onPress: (event) => {
      delete element.current?.dataset['byPointer'];
      return pressKey(own, event);
    },
    clipboard: {
      onCopy: (event) => void copy(own, event),
      onCut: (event) => {
        if (copy(own, event)) context.editing.onDelete(targetsOf(own));
      },
      onPaste: (event) => {
        const text = event.clipboardData.getData('text/plain');
        if (text === '') return;
        event.preventDefault();
        context.editing.onPaste(text, context.middle());
      },
    },
  };
}

interface Keyboard {
  readonly context: DragContext;
  readonly picks: PickStore;
}

/** The block that the keyboard is at, or the one that is selected alone. */
function anchorOf({ picks }: Keyboard): string | null {
  const { pointed, selected, group } = picks.get();
  return pointed ?? selected ?? [...group][0] ?? null;
}

function targetsOf(keyboard: Keyboard): readonly string[] {
  const { selection } = keyboard.context;
  const anchor = anchorOf(keyboard);
  if (selection.size > 0) return [...selection];
  return anchor === null ? [] : [anchor];
}

function copy(keyboard: Keyboard, event: ClipboardEvent): boolean {
  const targets = targetsOf(keyboard);
  const text = targets.length === 0 ? null : keyboard.context.editing.onCopy(targets);
  if (text === null) return false;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
  return true;
}

function pressKey(keyboard: Keyboard, event: KeyboardEvent): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return pressWithMod(keyboard, event.key.toLowerCase());
  return event.shiftKey ? pressWithShift(keyboard, event.key) : pressPlain(keyboard, event.key);
}

function pressWithMod(keyboard: Keyboard, key: string): boolean {
  const { editing, scene, select } = keyboard.context;
  const targets = targetsOf(keyboard);
  switch (key) {
    case 'd':
      // Also without a block: the browser would add a bookmark.
      if (targets.length > 0) editing.onDuplicate(targets);
      return true;
    case 'a':
      select(new Set(scene.graph.blocks.map(({ id }) => id)));
      return true;
    default:
      return false;
  }
}

const sideways = { ArrowLeft: 'left', ArrowRight: 'right' } as const;

function pressWithShift(keyboard: Keyboard, key: string): boolean {
  const { context, picks } = keyboard;
  const { editing, scene, select, selection } = context;
  const anchor = anchorOf(keyboard);
  switch (key) {
    case 'T':
    case 't':
      editing.onTidy();
      return true;
    case 'ArrowUp':
    case 'ArrowDown':
      if (anchor !== null)
        select(reachable(scene.graph, anchor, key === 'ArrowUp' ? 'up' : 'down'));
      return true;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const next =
        anchor === null ? null : walk(scene.graph, scene.layout.boxes, anchor, sideways[key]);
      if (anchor === null || next === null) return true;
      select(new Set([...selection, anchor, next]));
      picks.set({ pointed: next });
      return true;
    }
    case ' ':
    case 'Enter':
      if (anchor !== null) {
        const next = new Set(selection);
        if (!next.delete(anchor)) next.add(anchor);
        select(next);
      }
      return true;
    default:
      return false;
  }
}

const lists = { i: 'insert', c: 'connect', d: 'disconnect', m: 'moveIn' } as const;

/** Where several ports lead on, the port is chosen from a list. What goes wrong is rarely meant. */
function addAfter(context: DragContext, block: string): void {
  const usual = context.editing.portsOf(block).filter(({ kind }) => kind !== 'error');
  const [first, second] = usual;
  if (first !== undefined && second === undefined)
    context.editing.onAddAfter(afterPort(context, block, first.name));
  else context.editing.onList(block, 'add');
}

function pressPlain(keyboard: Keyboard, key: string): boolean {
  const { context, picks } = keyboard;
  const { editing, select, selection } = context;
  const anchor = anchorOf(keyboard);
  switch (key) {
    case 'Delete':
    case 'Backspace':
      return remove(keyboard);
    case 'Escape':
      context.session.edge.set(null);
      if (selection.size < 2) return false;
      select(new Set());
      return true;
    case 'a':
      if (anchor !== null) addAfter(context, anchor);
      return anchor !== null;
    case 'i':
    case 'c':
    case 'd':
    case 'm':
      if (anchor !== null) editing.onList(anchor, lists[key]);
      return anchor !== null;
    case 'Enter':
      if (anchor !== null) editing.onOpen(anchor);
      return anchor !== null;
    case 'F2':
      if (anchor !== null) editing.onRename(anchor);
      return anchor !== null;
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      // The arrow leads on from what was pressed. The tree does the rest.
      picks.set({ pointed: anchor });
      return false;
    default:
      return false;
  }
}

function remove(keyboard: Keyboard): boolean {
  const { editing, scene, session } = keyboard.context;
  const edge = scene.graph.edges.find(({ id }) => id === session.edge.get());
  if (edge !== undefined) {
    session.edge.set(null);
    editing.onDisconnect(edge);
    return true;
  }
  const targets = targetsOf(keyboard);
  if (targets.length > 0) editing.onDelete(targets);
  return targets.length > 0;
}
