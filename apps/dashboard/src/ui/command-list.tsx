/** Commands in groups that what is typed narrows. */
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { ChoiceLine, type Command } from './choice.js';
import { Search } from './icon.js';
import styles from './list.module.css';
import { TextField } from './text-field.js';

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
  /** They match what was typed already. */
  readonly isFound?: boolean;
}

export interface CommandListProps {
  label: string;
  emptyText: string;
  groups: readonly CommandGroup[];
  onType?: (text: string) => void;
  onChoose: (id: string) => void;
}

/** In front of a text that every typed text is part of. */
const found = '\u0000';

export function CommandList({ label, emptyText, groups, onType, onChoose }: CommandListProps) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const blocked = groups.flatMap(({ commands }) =>
    commands.flatMap(({ id, disabledReason }) => (disabledReason == null ? [] : [id])),
  );
  return (
    <Autocomplete
      filter={(text, typed) => text.startsWith(found) || contains(text, typed)}
      onInputChange={onType}
    >
      {/* The dialog was opened to type here. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
      <TextField label={label} isLabelHidden placeholder={label} icon={Search} autoFocus />
      <Menu
        aria-label={label}
        className={styles.list}
        disabledKeys={blocked}
        onAction={(key) => onChoose(String(key))}
        renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      >
        {groups
          .filter(({ commands }) => commands.length > 0)
          .map(({ title, commands, isFound = false }) => (
            <MenuSection key={title} className={styles.section}>
              <Header className={styles.heading}>{title}</Header>
              {commands.map((command) => (
                <MenuItem
                  key={command.id}
                  id={command.id}
                  textValue={isFound ? `${found}${command.label}` : command.label}
                  className={styles.item}
                  data-tone={command.tone}
                >
                  <ChoiceLine choice={command} isChosen={false} />
                </MenuItem>
              ))}
            </MenuSection>
          ))}
      </Menu>
    </Autocomplete>
  );
}
