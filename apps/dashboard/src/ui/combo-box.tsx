/** A field with a list that what is typed narrows. For long lists; a short one is a `Select`. */
import {
  Button,
  ComboBox as AriaComboBox,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { type Choice, ChoiceLine } from './choice.js';
import { FieldParts, type FieldProps } from './field.js';
import field from './field.module.css';
import { smallIconSize } from './icon-size.js';
import { ChevronDown } from './icon.js';
import { useKit } from './kit.js';
import styles from './list.module.css';

export interface ComboBoxProps extends FieldProps {
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** What the field shows, where what is typed is a value too. */
  inputText?: string;
  /** What is typed is a value too, although the list does not have it. */
  onType?: (text: string) => void;
  size?: 'medium' | 'large';
  placeholder?: string;
}

export function ComboBox({ choices, chosen, onChoose, onType, ...props }: ComboBoxProps) {
  const { label, isLabelHidden, hint, problem, size = 'large', placeholder, inputText } = props;
  const { words } = useKit();
  return (
    <AriaComboBox
      className={field.field}
      value={chosen}
      onChange={(key) => onChoose(key === null ? null : String(key))}
      inputValue={inputText}
      onInputChange={onType}
      allowsCustomValue={onType !== undefined}
      allowsEmptyCollection
      isInvalid={problem != null}
      menuTrigger="focus"
      validationBehavior="aria"
    >
      <FieldParts label={label} isLabelHidden={isLabelHidden} hint={hint} problem={problem}>
        <div className={field.frame} data-size={size}>
          <Input className={field.input} placeholder={placeholder} />
          <Button className={field.opener}>
            <ChevronDown {...smallIconSize} />
          </Button>
        </div>
      </FieldParts>
      <Popover className={styles.popover} offset={4}>
        <ListBox
          className={styles.list}
          renderEmptyState={() => <p className={styles.empty}>{words.nothingFound}</p>}
        >
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
    </AriaComboBox>
  );
}
