import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { iconSize } from './icon-size.js';
import { Check, ChevronDown } from './icon.js';
import styles from './menu.module.css';

export interface ManyMenuProps {
  /** The name of the button; the choice is shown after it. */
  label: string;
  text: string;
  choices: readonly { readonly id: string; readonly label: string }[];
  chosen: readonly string[];
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Any number of choices. It stays open while they are chosen. */
export function ManyMenu({ label, text, choices, chosen, onChoose }: ManyMenuProps) {
  return (
    <MenuTrigger>
      <Button className={styles.trigger} data-framed="" aria-label={`${label}: ${text}`}>
        <span className={styles.text}>{`${label}: ${text}`}</span>
        <ChevronDown {...iconSize} />
      </Button>
      <Popover className={styles.popover}>
        <AriaMenu
          className={styles.menu}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) =>
            onChoose(new Set(keys === 'all' ? choices.map(({ id }) => id) : [...keys].map(String)))
          }
        >
          {choices.map(({ id, label: name }) => (
            <MenuItem key={id} id={id} textValue={name} className={styles.item}>
              <span>{name}</span>
              {chosen.includes(id) && <Check {...iconSize} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
