import { lookOf } from '../../core/status/status.js';
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleX,
  Contrast,
  RotateCw,
} from '../../ui/icon.js';
import { iconSize } from '../../ui/icon-size.js';
import styles from './status-label.module.css';

const icons = {
  check: CircleCheck,
  cross: CircleX,
  half: Contrast,
  loop: RotateCw,
  bars: CirclePause,
  ring: CircleDashed,
  slash: CircleSlash,
};

export function StatusLabel({ status }: { status: string }) {
  const { tone, icon, word } = lookOf(status);
  const Icon = icons[icon];
  return (
    <span className={styles.label} data-tone={tone}>
      <Icon {...iconSize} />
      <span className={styles.word}>{word}</span>
    </span>
  );
}
