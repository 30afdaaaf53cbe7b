import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { iconSize } from './icon-size.js';
import { Check, ChevronDown } from './icon.js';
import styles from './menu.module.css';

interface MenuChoice {
  id: string;
  label: string;
  detail?: string;
}

export interface MenuProps {
  /** The name of the button; the chosen value is shown in it. */
  label: string;
  text: string;
  choices: readonly MenuChoice[];
  chosen?: string;
  onChoose: (id: string) => void;
}

export function Menu({ label, text, choices, chosen, onChoose }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={styles.trigger} aria-label={`${label}: ${text}`}>
        <span className={styles.text}>{text}</span>
        <ChevronDown {...iconSize} />
      </Button>
      <Popover className={styles.popover}>
        <AriaMenu
          className={styles.menu}
          aria-label={label}
          selectionMode={chosen === undefined ? 'none' : 'single'}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onAction={(key) => onChoose(String(key))}
        >
          {choices.map(({ id, label: name, detail }) => (
            <MenuItem key={id} id={id} textValue={name} className={styles.item}>
              <span>{name}</span>
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
              {id === chosen && <Check {...iconSize} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
