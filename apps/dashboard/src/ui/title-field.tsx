/** The name of a thing as its title, written in place. Enter, or to leave it, ends the writing. */
import { type Ref, useState } from 'react';
import { FieldError, Input, Label, TextField } from 'react-aria-components/TextField';
import text from './text.module.css';
import styles from './title-field.module.css';

export interface TitleFieldProps {
  label: string;
  value: string;
  /** @returns why it cannot be; null: it is done */
  onCommit: (text: string) => string | null;
  isReadOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TitleField({ label, value, onCommit, isReadOnly = false, ref }: TitleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reset = (): void => {
    setTyped(null);
    setProblem(null);
  };
  const commit = (): void => {
    const refusal = typed === null || typed === value ? null : onCommit(typed);
    if (refusal === null) reset();
    else setProblem(refusal);
  };
  return (
    <TextField
      className={styles.field}
      value={typed ?? value}
      isReadOnly={isReadOnly}
      isInvalid={problem !== null}
      validationBehavior="aria"
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape' && typed !== null) reset();
        else event.continuePropagation();
      }}
    >
      <Label className={text.hidden}>{label}</Label>
      <Input ref={ref ?? null} className={styles.input} />
      <FieldError className={styles.problem}>{problem}</FieldError>
    </TextField>
  );
}
