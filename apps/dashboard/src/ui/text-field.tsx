import {
  FieldError,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
} from 'react-aria-components/TextField';
import type { TextFieldProps as AriaProps } from 'react-aria-components/TextField';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  label: string;
  hint?: string;
  /** Shown at the field, and makes it invalid. */
  problem?: string | null;
  placeholder?: string;
}

export function TextField({ label, hint, problem, placeholder, ...props }: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      className={styles.field}
      isInvalid={problem != null}
      validationBehavior="aria"
    >
      <Label className={styles.label}>{label}</Label>
      <Input className={styles.input} placeholder={placeholder} />
      {hint !== undefined && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.problem}>{problem}</FieldError>
    </AriaTextField>
  );
}
