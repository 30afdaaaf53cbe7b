/** A button that opens a list of commands, or of one or many choices. */
import type { ReactElement } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components/Menu';
import { ChoiceLine, type Command } from './choice.js';
import styles from './list.module.css';

export interface MenuGroup {
  /** Null: only a line is above it. */
  readonly title: string | null;
  /** One choice of the group. */
  readonly chosen?: string;
  readonly items: readonly Command[];
}

export interface MenuProps {
  /** Names the list. */
  label: string;
  /** The button that opens it, of the kit. */
  trigger: ReactElement;
  /** Commands, or titled groups of them. */
  items: readonly Command[] | readonly MenuGroup[];
  /** One choice, or the many that are on: the list stays open then. */
  chosen?: string | readonly string[];
  onChoose: (id: string) => void;
  onOpen?: () => void;
  emptyText?: string;
}

const isGroup = (entry: Command | MenuGroup): entry is MenuGroup => 'items' in entry;

function selectionOf(chosen: MenuProps['chosen']) {
  if (chosen === undefined) return { selectionMode: 'none', selectedKeys: [] } as const;
  if (typeof chosen === 'string')
    return { selectionMode: 'single', selectedKeys: [chosen] } as const;
  return { selectionMode: 'multiple', selectedKeys: chosen } as const;
}

export function Menu({ label, trigger, items, chosen, onChoose, onOpen, emptyText }: MenuProps) {
  const selection = selectionOf(chosen);
  const commands = items.flatMap((entry) => (isGroup(entry) ? entry.items : [entry]));
  return (
    <MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      {trigger}
      <Popover className={styles.popover} offset={4}>
        <AriaMenu
          className={styles.list}
          aria-label={label}
          {...selection}
          disabledKeys={commands.filter((item) => item.disabledReason != null).map(({ id }) => id)}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
        >
          {items.map((entry) =>
            isGroup(entry) ? (
              <MenuSection
                key={entry.items[0]?.id}
                className={styles.section}
                {...(entry.chosen !== undefined && selectionOf(entry.chosen))}
              >
                {entry.title !== null && <Header className={styles.heading}>{entry.title}</Header>}
                {entry.items.map((item) => lineOf(item))}
              </MenuSection>
            ) : (
              lineOf(entry)
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

const lineOf = (item: Command) => (
  <MenuItem
    key={item.id}
    id={item.id}
    textValue={item.label}
    className={styles.item}
    data-tone={item.tone}
  >
    {({ isSelected }) => <ChoiceLine choice={item} isChosen={isSelected} />}
  </MenuItem>
);
