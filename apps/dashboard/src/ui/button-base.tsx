import { use, type ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button';
import { TooltipTriggerStateContext } from 'react-aria-components/Tooltip';
import styles from './button.module.css';

export interface ButtonLook {
  /** Filled danger is for the last button of a dialog only. */
  tone?: 'default' | 'primary' | 'ghost' | 'danger' | 'danger-filled';
  /** 28 px, or 36 px in forms. */
  size?: 'medium' | 'large';
}

export interface ButtonState {
  /** Of a button that switches something on. */
  isPressed?: boolean | undefined;
  isPending?: boolean | undefined;
  /** Why it can't be pressed now. The button stays focusable and says so. */
  disabledReason?: string | null | undefined;
}

type Taken = 'className' | 'style' | 'children' | 'isPending';
export type PressProps = Omit<AriaProps, Taken>;

interface ButtonBaseProps extends PressProps, ButtonLook, ButtonState {
  isIconOnly?: boolean;
  isCompact?: boolean;
  children: ReactNode;
}

/** React Aria's own pending state leaves an image without a name behind; this one does not. */
const idle = { type: 'button', 'aria-disabled': true } as const;

export function ButtonBase({
  tone = 'default',
  size = 'medium',
  isPressed,
  isPending = false,
  disabledReason = null,
  isIconOnly = false,
  isCompact = false,
  ...props
}: ButtonBaseProps) {
  const isIdle = isPending || disabledReason !== null;
  const tooltip = use(TooltipTriggerStateContext);
  // Touch screens have no hover: a press says why nothing happens.
  const sayWhy = (): void => tooltip?.open(true);
  return (
    <AriaButton
      {...props}
      {...(isIdle && { ...idle, onPress: sayWhy })}
      aria-pressed={isPressed}
      className={styles.button}
      data-tone={tone}
      data-size={size}
      data-busy={isPending ? '' : undefined}
      data-icon-only={isIconOnly ? '' : undefined}
      data-compact={isCompact ? '' : undefined}
    />
  );
}

/** For a router's link that looks like a button. */
export const buttonLook = ({ tone = 'default', size = 'medium' }: ButtonLook = {}) => ({
  className: styles.button,
  'data-tone': tone,
  'data-size': size,
});
