/** A few words about a control, after half a second or at once by keyboard. Never the only name. */
import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

export interface TooltipProps {
  /** Null: there is nothing to say now. The control stays the same element. */
  text: string | null;
  keys?: string | undefined;
  /** It stays while the control is pressed. */
  isKept?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** A control of the kit. */
  children: ReactNode;
}

export function Tooltip({ text, keys, isKept, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger
      delay={500}
      closeDelay={100}
      shouldCloseOnPress={isKept !== true}
      isDisabled={text === null}
    >
      {children}
      {text !== null && (
        <AriaTooltip className={styles.tooltip} placement={placement} offset={6}>
          {text}
          {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  );
}
