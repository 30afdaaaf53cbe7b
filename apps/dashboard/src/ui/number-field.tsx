import {
  Button,
  Input,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaProps,
} from 'react-aria-components/NumberField';
import { FieldParts, type FieldProps } from './field.js';
import styles from './field.module.css';
import { smallIconSize } from './icon-size.js';
import { Minus, Plus } from './icon.js';
import steps from './number-field.module.css';

export interface NumberFieldProps
  extends Omit<AriaProps, 'className' | 'style' | 'children'>, FieldProps {
  placeholder?: string;
  /** A unit, after the number. */
  suffix?: string;
  size?: 'medium' | 'large';
}

export function NumberField({
  label,
  isLabelHidden,
  hint,
  problem,
  placeholder,
  suffix,
  size = 'large',
  ...props
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...props}
      className={styles.field}
      isInvalid={problem != null}
      validationBehavior="aria"
    >
      <FieldParts label={label} isLabelHidden={isLabelHidden} hint={hint} problem={problem}>
        <div className={styles.frame} data-size={size}>
          <Input className={styles.input} placeholder={placeholder} />
          {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
          <Button slot="decrement" className={steps.step}>
            <Minus {...smallIconSize} />
          </Button>
          <Button slot="increment" className={steps.step}>
            <Plus {...smallIconSize} />
          </Button>
        </div>
      </FieldParts>
    </AriaNumberField>
  );
}
