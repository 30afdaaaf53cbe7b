/** One of several of a few: a box that is ticked, drawn as a chip. */
import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps as AriaProps,
} from 'react-aria-components/Checkbox';
import styles from './chip-box.module.css';
import { Check } from './icon.js';
import { iconSize } from './icon-size.js';

export interface ChipBoxProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  children: string;
}

export function ChipBox({ children, ...props }: ChipBoxProps) {
  return (
    <CheckboxField {...props}>
      <CheckboxButton className={styles.chip}>
        {({ isSelected }) => (
          <>
            {isSelected && <Check {...iconSize} size={12} strokeWidth={2.2} />}
            {children}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
