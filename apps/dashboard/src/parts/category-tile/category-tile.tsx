/** What kind of block: its icon on a square of its category's hue. A status is always round. */
import type { CSSProperties } from 'react';
import { blockLookOf } from '../../core/block-look/block-look.js';
import { iconSize } from '../../ui/icon-size.js';
import { blockIcons } from './block-icons.js';
import styles from './category-tile.module.css';

export interface CategoryTileProps {
  blockType: string;
  /** In pixels: 18 in rows, 22 in lists, 30 on the canvas. */
  size?: 18 | 22 | 30;
  /** Of a block that did not run. */
  isGrey?: boolean;
}

export function CategoryTile({ blockType, size = 18, isGrey = false }: CategoryTileProps) {
  const { category, icon } = blockLookOf(blockType);
  const Icon = blockIcons[icon];
  return (
    <span
      className={styles.tile}
      style={{ '--size': `${size}px` } as CSSProperties}
      data-category={category}
      data-grey={isGrey ? '' : undefined}
    >
      <Icon {...iconSize} size={Math.round(size * 0.62)} strokeWidth={1.9} />
    </span>
  );
}
