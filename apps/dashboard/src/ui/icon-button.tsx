import { ButtonBase, type ButtonLook, type ButtonState, type PressProps } from './button-base.js';
import { iconSize } from './icon-size.js';
import type { IconType } from './icon.js';
import { Silhouette } from './silhouette.js';
import { Tooltip } from './tooltip.js';

export interface IconButtonProps extends Omit<PressProps, 'aria-label'>, ButtonLook, ButtonState {
  icon: IconType;
  /** Its name, which the tooltip shows. */
  label: string;
  keys?: string;
}

export function IconButton({ icon: Icon, label, keys, ...props }: IconButtonProps) {
  const reason = props.disabledReason ?? null;
  return (
    <Tooltip text={reason ?? label} keys={keys} isKept={reason !== null}>
      <ButtonBase {...props} aria-label={label} isIconOnly>
        {props.isPending === true ? <Silhouette name="running" /> : <Icon {...iconSize} />}
      </ButtonBase>
    </Tooltip>
  );
}
