/** A word of a sentence that does something when it is pressed. */
import { Button, type ButtonProps } from 'react-aria-components/Button';

export interface PressTextProps extends Omit<ButtonProps, 'style' | 'children' | 'className'> {
  className: string | undefined;
  children: string;
}

export const PressText = (props: PressTextProps) => (
  <Button {...props} className={props.className ?? ''} />
);
