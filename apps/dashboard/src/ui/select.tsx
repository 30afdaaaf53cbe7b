import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { type Choice, ChoiceLine } from './choice.js';
import { FieldParts, type FieldProps } from './field.js';
import field from './field.module.css';
import { smallIconSize } from './icon-size.js';
import { ChevronDown } from './icon.js';
import styles from './list.module.css';
import select from './select.module.css';

export interface SelectProps extends FieldProps {
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (id: string) => void;
  size?: 'medium' | 'large';
  isDisabled?: boolean;
  placeholder?: string;
}

export function Select({ choices, chosen, onChoose, size = 'large', ...props }: SelectProps) {
  const { label, isLabelHidden, hint, problem, isDisabled = false, placeholder } = props;
  return (
    <AriaSelect
      className={field.field}
      value={chosen}
      onChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
      isDisabled={isDisabled}
      isInvalid={problem != null}
      placeholder={placeholder}
      validationBehavior="aria"
    >
      <FieldParts label={label} isLabelHidden={isLabelHidden} hint={hint} problem={problem}>
        <Button className={`${field.frame} ${select.trigger}`} data-size={size}>
          <SelectValue className={select.value}>
            {({ selectedText, defaultChildren, isPlaceholder }) =>
              isPlaceholder ? defaultChildren : selectedText
            }
          </SelectValue>
          <ChevronDown {...smallIconSize} />
        </Button>
      </FieldParts>
      <Popover className={styles.popover} offset={4}>
        <ListBox className={styles.list}>
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.id}
              id={choice.id}
              textValue={choice.label}
              className={styles.item}
            >
              {({ isSelected }) => <ChoiceLine choice={choice} isChosen={isSelected} />}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
