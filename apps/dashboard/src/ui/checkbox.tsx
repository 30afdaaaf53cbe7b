import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps as AriaProps,
} from 'react-aria-components/Checkbox';
import styles from './checkbox.module.css';
import { iconSize } from './icon-size.js';
import { Check } from './icon.js';

export interface CheckboxProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  children: string;
}

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <CheckboxField {...props}>
      <CheckboxButton className={styles.checkbox}>
        <span className={styles.box}>
          <Check {...iconSize} size={12} strokeWidth={3} />
        </span>
        {children}
      </CheckboxButton>
    </CheckboxField>
  );
}
