/** One of a few, each with a line that says what it means. */
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { FieldParts, type FieldProps } from './field.js';
import field from './field.module.css';
import styles from './radios.module.css';

export interface RadiosProps extends FieldProps {
  choices: readonly { readonly id: string; readonly label: string; readonly detail?: string }[];
  chosen: string | null;
  onChoose: (id: string) => void;
  isDisabled?: boolean;
}

export function Radios({ choices, chosen, onChoose, isDisabled = false, ...props }: RadiosProps) {
  const { problem } = props;
  return (
    <RadioGroup
      className={field.field}
      value={chosen}
      onChange={onChoose}
      isDisabled={isDisabled}
      isInvalid={problem != null}
      validationBehavior="aria"
    >
      <FieldParts {...props}>
        <div className={styles.radios}>
          {choices.map(({ id, label, detail }) => (
            <RadioField key={id} value={id}>
              <RadioButton className={styles.radio}>
                <span className={styles.dot} />
                <span className={styles.text}>
                  <span className={styles.label}>{label}</span>
                  {detail !== undefined && <small className={styles.detail}>{detail}</small>}
                </span>
              </RadioButton>
            </RadioField>
          ))}
        </div>
      </FieldParts>
    </RadioGroup>
  );
}
