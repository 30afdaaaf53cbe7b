import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps as AriaProps,
} from 'react-aria-components/Checkbox';
import styles from './checkbox.module.css';
import { Check, Minus } from './icon.js';
import { iconSize } from './icon-size.js';
import text from './text.module.css';

export interface CheckboxProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  children: string;
  /** Below its name. */
  detail?: string;
  /** Where the place says it, as in a row of a list. */
  isLabelHidden?: boolean;
}

const mark = { ...iconSize, size: 12, strokeWidth: 3 };

export function Checkbox({ children, detail, isLabelHidden = false, ...props }: CheckboxProps) {
  return (
    <CheckboxField {...props}>
      <CheckboxButton className={styles.checkbox}>
        {({ isIndeterminate }) => (
          <>
            <span className={styles.box}>
              {isIndeterminate ? <Minus {...mark} /> : <Check {...mark} />}
            </span>
            <span className={isLabelHidden ? text.hidden : styles.text}>
              {children}
              {detail !== undefined && <small className={styles.detail}>{detail}</small>}
            </span>
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  );
}
