import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import {
  Button,
  Label,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components/Select';
import field from './field.module.css';
import { iconSize } from './icon-size.js';
import { ChevronDown } from './icon.js';
import styles from './menu.module.css';

export interface SelectProps {
  label: string;
  choices: readonly { id: string; label: string }[];
  chosen: string;
  onChoose: (id: string) => void;
}

export function Select({ label, choices, chosen, onChoose }: SelectProps) {
  return (
    <AriaSelect
      className={field.field}
      value={chosen}
      onChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
    >
      <Label className={field.label}>{label}</Label>
      <Button className={`${field.input} ${field.choice}`}>
        <SelectValue />
        <ChevronDown {...iconSize} />
      </Button>
      <Popover className={styles.popover}>
        <ListBox className={styles.menu}>
          {choices.map(({ id, label: name }) => (
            <ListBoxItem key={id} id={id} className={styles.item}>
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
