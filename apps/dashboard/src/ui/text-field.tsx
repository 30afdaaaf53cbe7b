import { Input, TextField as AriaTextField } from 'react-aria-components/TextField';
import type { TextFieldProps as AriaProps } from 'react-aria-components/TextField';
import { FieldParts, type FieldProps } from './field.js';
import styles from './field.module.css';
import type { IconType } from './icon.js';
import { smallIconSize } from './icon-size.js';

export interface TextFieldProps
  extends Omit<AriaProps, 'className' | 'style' | 'children'>, FieldProps {
  placeholder?: string;
  icon?: IconType;
  /** A unit, after the text. */
  suffix?: string;
  size?: 'medium' | 'large';
  isMono?: boolean;
}

export function TextField({
  label,
  isLabelHidden,
  hint,
  problem,
  placeholder,
  icon: Icon,
  suffix,
  size = 'large',
  isMono = false,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      className={styles.field}
      isInvalid={problem != null}
      validationBehavior="aria"
    >
      <FieldParts label={label} isLabelHidden={isLabelHidden} hint={hint} problem={problem}>
        <div className={styles.frame} data-size={size}>
          {Icon && <Icon {...smallIconSize} />}
          <Input
            className={styles.input}
            placeholder={placeholder}
            data-mono={isMono ? '' : undefined}
          />
          {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
        </div>
      </FieldParts>
    </AriaTextField>
  );
}
