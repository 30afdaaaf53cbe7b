/** Commands that what is typed narrows. */
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { ChoiceLine, type Command } from './choice.js';
import { Search } from './icon.js';
import styles from './list.module.css';
import { TextField } from './text-field.js';

export interface CommandListProps {
  label: string;
  emptyText: string;
  commands: readonly Command[];
  onChoose: (id: string) => void;
}

export function CommandList({ label, emptyText, commands, onChoose }: CommandListProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Autocomplete filter={contains}>
      {/* The dialog was opened to type here. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
      <TextField label={label} isLabelHidden placeholder={label} icon={Search} autoFocus />
      <Menu
        aria-label={label}
        className={styles.list}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      >
        {commands.map((command) => (
          <MenuItem
            key={command.id}
            id={command.id}
            textValue={command.label}
            className={styles.item}
            data-tone={command.tone}
          >
            <ChoiceLine choice={command} isChosen={false} />
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}
