/** A button of the bar: its icon, a count that says something, and its word where there is room. */
import { ButtonBase, type ButtonLook, type PressProps } from './button-base.js';
import { iconSize } from './icon-size.js';
import type { IconType } from './icon.js';
import { Tooltip } from './tooltip.js';
import { useMedia } from './use-media.js';

export interface BarButtonProps extends Omit<PressProps, 'aria-label'>, Pick<ButtonLook, 'tone'> {
  icon: IconType;
  /** Its name. */
  label: string;
  /** The part of its name that a wide window shows, with the count. */
  word: string;
  /** All that a narrower window shows of the name. */
  count?: number;
}

export function BarButton({ icon: Icon, label, word, count = 0, ...props }: BarButtonProps) {
  const isWide = useMedia('(min-width: 1600px)');
  return (
    <Tooltip text={label} placement="bottom">
      <ButtonBase
        tone="ghost"
        {...props}
        aria-label={label}
        isIconOnly={!isWide && count === 0}
        isCompact
      >
        <Icon {...iconSize} />
        {isWide ? <span>{word}</span> : count > 0 && <span>{count}</span>}
      </ButtonBase>
    </Tooltip>
  );
}
