/** What every field has around its control: a name, and below it a hint and what is wrong. */
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components/TextField';
import styles from './field.module.css';
import text from './text.module.css';

export interface FieldProps {
  label: string;
  /** The name is for screen readers only, where the place says it. */
  isLabelHidden?: boolean;
  hint?: string | undefined;
  /** Shown below, and makes the field invalid. Says what to do. */
  problem?: string | null | undefined;
}

export function FieldParts({
  label,
  isLabelHidden = false,
  hint,
  problem,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <>
      <Label className={isLabelHidden ? text.hidden : styles.label}>{label}</Label>
      {children}
      {hint !== undefined && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.problem}>{problem}</FieldError>
    </>
  );
}
