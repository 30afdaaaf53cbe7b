/**
 * On or off, at once. Danger is for what breaks something on purpose. A button of the browser: it
 * is no field of a form, and needs nothing of one.
 */
import type { ComponentProps } from 'react';
import styles from './switch.module.css';
import text from './text.module.css';

export interface SwitchProps extends Pick<ComponentProps<'button'>, 'aria-describedby'> {
  children: string;
  tone?: 'accent' | 'danger';
  isLabelHidden?: boolean;
  isSelected: boolean;
  isDisabled?: boolean;
  onChange: (isSelected: boolean) => void;
}

export function Switch({ children, tone = 'accent', ...props }: SwitchProps) {
  const { isLabelHidden = false, isSelected, isDisabled = false, onChange, ...rest } = props;
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={isSelected}
      disabled={isDisabled}
      className={styles.switch}
      onClick={() => onChange(!isSelected)}
    >
      <span className={styles.track} data-tone={tone} />
      <span className={isLabelHidden ? text.hidden : undefined}>{children}</span>
    </button>
  );
}
