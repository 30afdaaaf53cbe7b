import { ButtonBase, type ButtonLook, type ButtonState, type PressProps } from './button-base.js';
import styles from './button.module.css';
import { iconSize, smallIconSize } from './icon-size.js';
import { ChevronDown, type IconType } from './icon.js';
import { Silhouette } from './silhouette.js';
import { Tooltip } from './tooltip.js';

export interface ButtonProps extends PressProps, ButtonLook, ButtonState {
  children: string;
  icon?: IconType;
  /** The shortcut that does the same. */
  keys?: string;
  /** A sentence about what it does. */
  tip?: string;
  /** It opens a list. */
  hasMenu?: boolean;
  /** On phones only the icon is seen. */
  isCompact?: boolean;
}

export function Button({
  children,
  icon: Icon,
  keys,
  tip,
  hasMenu = false,
  ...props
}: ButtonProps) {
  const reason = props.disabledReason ?? null;
  return (
    <Tooltip text={reason ?? tip ?? null} isKept={reason !== null}>
      <ButtonBase {...props}>
        {props.isPending === true ? (
          <Silhouette name="running" size={14} />
        ) : (
          Icon && <Icon {...(props.isCompact === true ? iconSize : smallIconSize)} />
        )}
        <span className={styles.label}>{children}</span>
        {keys !== undefined && <kbd className={styles.keys}>{keys}</kbd>}
        {hasMenu && <ChevronDown {...smallIconSize} />}
      </ButtonBase>
    </Tooltip>
  );
}
