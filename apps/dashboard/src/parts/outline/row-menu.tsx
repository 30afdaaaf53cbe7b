import { useState } from 'react';
import { outlineText as words } from '../../text/outline.js';
import type { Command as Choice } from '../../ui/choice.js';
import {
  ArrowLeftRight,
  CornerDownRight,
  Copy,
  Ellipsis,
  Link,
  Pencil,
  Plus,
  Repeat,
  Trash2,
  X,
  type IconType,
} from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { type ActionId, type OutlineState, stepOf } from './outline-actions.js';

const groups: readonly (readonly ActionId[])[] = [
  ['add', 'insert', 'connect', 'reconnect', 'disconnect'],
  ['moveIn', 'moveOut', 'up', 'down'],
  ['rename', 'duplicate', 'remove'],
];

const icons: Partial<Record<ActionId, IconType>> = {
  ...{ add: Plus, insert: CornerDownRight, connect: Link, reconnect: ArrowLeftRight },
  ...{ disconnect: X, moveIn: Repeat },
  ...{ rename: Pencil, duplicate: Copy, remove: Trash2 },
};

const keysOf = (action: ActionId): string | undefined =>
  action === 'moveOut' ? undefined : words.keys[action];

export interface RowMenuProps {
  state: OutlineState;
  block: string;
  name: string;
  /** The row is pointed at, or selected. */
  isShown: boolean;
  onAct: (block: string, action: ActionId) => void;
}

const choiceOf = (state: OutlineState, block: string, action: ActionId): Choice => {
  const step = stepOf(state, block, action);
  return {
    id: action,
    label: words.action[action],
    icon: icons[action],
    keys: keysOf(action),
    tone: action === 'remove' ? 'danger' : 'default',
    disabledReason: step.kind === 'refused' ? step.reason : null,
  };
};

/** What can be done is looked up when it opens: of 1,000 blocks, each has 1,000 targets. */
export function RowMenu({ state, block, name, isShown, onAct }: RowMenuProps) {
  const [isOpened, setOpened] = useState(false);
  if (!isShown && !isOpened) return null;
  const items = isOpened
    ? groups.map((group) => ({
        title: null,
        items: group.map((action) => choiceOf(state, block, action)),
      }))
    : [];
  return (
    <Menu
      label={words.actions(name)}
      trigger={<IconButton icon={Ellipsis} label={words.actions(name)} tone="ghost" />}
      items={items}
      onOpen={() => setOpened(true)}
      onChoose={(action) => onAct(block, action as ActionId)}
    />
  );
}
