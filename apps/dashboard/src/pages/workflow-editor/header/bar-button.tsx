/** A button of the bar: its icon, a count that says something, and its word where there is room. */
import { ButtonBase, type ButtonLook, type PressProps } from '../../../ui/button-base.js';
import { iconSize } from '../../../ui/icon-size.js';
import type { IconType } from '../../../ui/icon.js';
import { Tooltip } from '../../../ui/tooltip.js';
import { useMedia } from '../../../ui/use-media.js';

export interface BarButtonProps extends Omit<PressProps, 'aria-label'>, Pick<ButtonLook, 'tone'> {
  icon: IconType;
  /** Its name. */
  label: string;
  /** A part of the name, for a wide window; null: all of it, with its count. */
  word: string | null;
  count?: number;
  /** A sentence with the count; else its name. */
  tip?: string;
}

export function BarButton({ icon: Icon, label, word, count = 0, tip, ...props }: BarButtonProps) {
  const isWide = useMedia('(min-width: 1600px)');
  return (
    <Tooltip text={tip ?? label} placement="bottom">
      <ButtonBase
        tone="ghost"
        {...props}
        aria-label={label}
        isIconOnly={!isWide && count === 0}
        isCompact
      >
        <Icon {...iconSize} />
        {isWide && <span>{word ?? label}</span>}
        {count > 0 && !(isWide && word === null) && <span aria-hidden="true">{count}</span>}
      </ButtonBase>
    </Tooltip>
  );
}
