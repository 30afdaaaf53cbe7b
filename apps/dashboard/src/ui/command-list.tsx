import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import styles from './menu.module.css';
import { TextField } from './text-field.js';

export interface CommandListProps {
  label: string;
  emptyText: string;
  commands: readonly { id: string; label: string; detail?: string }[];
  onChoose: (id: string) => void;
}

export function CommandList({ label, emptyText, commands, onChoose }: CommandListProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Autocomplete filter={contains}>
      {/* The dialog was opened to type here. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
      <TextField label={label} autoFocus />
      <Menu
        aria-label={label}
        className={styles.menu}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => emptyText}
      >
        {commands.map(({ id, label: name, detail }) => (
          <MenuItem key={id} id={id} textValue={name} className={styles.item}>
            <span>{name}</span>
            {detail !== undefined && <kbd className={styles.detail}>{detail}</kbd>}
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}
