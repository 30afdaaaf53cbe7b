import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';
import styles from './entries-menu.module.css';
import type { IconType } from './icon.js';
import { iconSize } from './icon-size.js';
import menu from './menu.module.css';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Said before the title; null: it is not new. */
  readonly newText: string | null;
}

export interface EntriesMenuProps {
  label: string;
  icon: IconType;
  /** On the button, beside the icon; null: nothing is new. */
  badge: string | null;
  entries: readonly Entry[];
  /** Instead of entries. */
  emptyText: string;
  onOpen: () => void;
  onChoose: (id: string) => void;
}

/** A button with a badge, and the entries it tells of. */
export function EntriesMenu(props: EntriesMenuProps) {
  const { label, icon: Icon, badge, entries, emptyText, onOpen, onChoose } = props;
  return (
    <MenuTrigger
      onOpenChange={(isOpen) => {
        if (isOpen) onOpen();
      }}
    >
      <Button className={menu.trigger} aria-label={label}>
        <Icon {...iconSize} />
        {badge !== null && <span className={styles.badge}>{badge}</span>}
      </Button>
      <Popover className={menu.popover}>
        <AriaMenu
          className={menu.menu}
          aria-label={label}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
        >
          {entries.map(({ id, title, detail, newText }) => (
            <MenuItem key={id} id={id} textValue={title} className={styles.entry}>
              <span className={styles.title} data-new={newText === null ? undefined : ''}>
                {newText !== null && (
                  <span className={styles.dot} role="img" aria-label={newText} />
                )}
                {title}
              </span>
              <span className={styles.detail}>{detail}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
