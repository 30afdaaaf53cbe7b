import { Button } from 'react-aria-components/Button';
import type { IconType } from '../../../ui/icon.js';
import { iconSize } from '../../../ui/icon-size.js';
import { Silhouette } from '../../../ui/silhouette.js';
import { Tooltip } from '../../../ui/tooltip.js';
import styles from './own-step.module.css';

export interface OwnCardProps {
  icon: IconType;
  title: string;
  detail: string;
  isPending: boolean;
  disabledReason: string | null;
  onPress: () => void;
}

/** React Aria's own disabled state would take the focus away, and with it the reason. */
const idle = { 'aria-disabled': true, onPress: () => undefined } as const;

export function OwnCard({ icon: Icon, title, detail, ...props }: OwnCardProps) {
  const { isPending, disabledReason, onPress } = props;
  return (
    <Tooltip text={disabledReason} isKept={disabledReason !== null}>
      <Button
        className={styles.card}
        onPress={onPress}
        {...((isPending || disabledReason !== null) && idle)}
      >
        {isPending ? <Silhouette name="running" /> : <Icon {...iconSize} />}
        <span className={styles.words}>
          <b>{title}</b>
          <small>{detail}</small>
        </span>
      </Button>
    </Tooltip>
  );
}
