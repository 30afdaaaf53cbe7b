/** On or off, at once. Danger is for what breaks something on purpose. */
import {
  SwitchButton,
  SwitchField,
  type SwitchFieldProps as AriaProps,
} from 'react-aria-components/Switch';
import styles from './switch.module.css';
import text from './text.module.css';

export interface SwitchProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  children: string;
  tone?: 'accent' | 'danger';
  isLabelHidden?: boolean;
}

export function Switch({
  children,
  tone = 'accent',
  isLabelHidden = false,
  ...props
}: SwitchProps) {
  return (
    <SwitchField {...props}>
      <SwitchButton className={styles.switch}>
        <span className={styles.track} data-tone={tone} />
        <span className={isLabelHidden ? text.hidden : undefined}>{children}</span>
      </SwitchButton>
    </SwitchField>
  );
}
