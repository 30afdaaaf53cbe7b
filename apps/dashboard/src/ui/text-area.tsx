/** A text of several lines. It grows with its text. */
import type { CSSProperties } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
} from 'react-aria-components/TextField';
import { FieldParts, type FieldProps } from './field.js';
import styles from './field.module.css';

export interface TextAreaProps
  extends Omit<AriaProps, 'className' | 'style' | 'children' | 'type'>, FieldProps {
  placeholder?: string;
  /** The least it shows. */
  lines?: number;
  isMono?: boolean;
}

export function TextArea({
  label,
  isLabelHidden,
  hint,
  problem,
  placeholder,
  lines = 3,
  isMono = false,
  ...props
}: TextAreaProps) {
  return (
    <AriaTextField
      {...props}
      className={styles.field}
      isInvalid={problem != null}
      validationBehavior="aria"
    >
      <FieldParts label={label} isLabelHidden={isLabelHidden} hint={hint} problem={problem}>
        <div className={styles.frame}>
          <AriaTextArea
            className={`${styles.input} ${styles.area}`}
            style={{ '--lines': lines } as CSSProperties}
            placeholder={placeholder}
            data-mono={isMono ? '' : undefined}
          />
        </div>
      </FieldParts>
    </AriaTextField>
  );
}
