import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import { iconSize } from './icon-size.js';
import type { IconType } from './icon.js';

type Look = {
  tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  size?: 'small' | 'large';
  /** Stays focusable. React Aria's own announcement leaves an image without a name behind. */
  isPending?: boolean;
};
/** An icon alone needs a name. */
type Name = { children: string; icon?: IconType } | { icon: IconType; 'aria-label': string };

export type ButtonProps = Omit<AriaProps, 'className' | 'style' | 'children' | 'isPending'> &
  Look &
  Name;

export function Button({
  tone = 'plain',
  size = 'small',
  isPending = false,
  ...props
}: ButtonProps) {
  const { icon: Icon } = props;
  const text = 'children' in props ? props.children : null;
  return (
    <AriaButton
      {...props}
      {...(isPending && { type: 'button', onPress: undefined, 'aria-disabled': true })}
      className={styles.button}
      data-tone={tone}
      data-size={size}
      data-pending={isPending ? '' : undefined}
      data-icon-only={text === null ? '' : undefined}
    >
      {Icon && <Icon {...iconSize} />}
      {text}
    </AriaButton>
  );
}
