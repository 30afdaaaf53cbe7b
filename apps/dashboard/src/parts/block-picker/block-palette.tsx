/**
 * The blocks at the left of a wide canvas, to drag or to press. The keyboard's way is the list that
 * its field opens, so that Tab does not walk through eighteen blocks.
 */
import type { KeyboardEvent } from 'react';
import type { BlockOffer } from '../../core/add-block/offers.js';
import { blockPickerText as words } from '../../text/block-picker.js';
import { Button } from '../../ui/button.js';
import { Plus } from '../../ui/icon.js';
import { CategoryTile } from '../category-tile/category-tile.js';
import { addRefusalText } from './add-refusal-text.js';
import { startBlockDrag } from './block-drag.js';
import styles from './block-palette.module.css';
import { groupsOf } from './groups.js';
import { OpenField } from './open-field.js';

export interface BlockPaletteProps {
  offers: readonly BlockOffer[];
  onAdd: (type: string) => void;
  /** Shows the `BlockPicker` in its place. */
  onOpen: () => void;
}

/** Triggers go once the workflow has one: the list behind the field says why. */
const isShown = ({ type, refusal }: BlockOffer): boolean =>
  type.role !== 'trigger' || refusal === null;

export function BlockPalette({ offers, onAdd, onOpen }: BlockPaletteProps) {
  return (
    <section className={styles.palette} aria-label={words.palette}>
      <OpenField onOpen={onOpen} />
      {groupsOf(offers.filter(isShown)).map(({ category, offers: inside }) => (
        <div key={category}>
          <h3 className={styles.head}>{words.category(category)}</h3>
          <ul>
            {inside.map((offer) => (
              <li key={offer.type.type}>
                <PaletteBlock offer={offer} onAdd={onAdd} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface PaletteBlockProps {
  offer: BlockOffer;
  onAdd: (type: string) => void;
}

function PaletteBlock({ offer: { type, refusal }, onAdd }: PaletteBlockProps) {
  const isFree = refusal === null;
  const add = (): void => {
    if (isFree) onAdd(type.type);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    add();
  };
  return (
    <div
      role="button"
      tabIndex={-1}
      aria-disabled={!isFree}
      title={isFree ? undefined : addRefusalText(refusal)}
      className={styles.block}
      draggable={isFree}
      onDragStart={(event) => startBlockDrag(event, type.type)}
      onClick={add}
      onKeyDown={press}
    >
      <CategoryTile blockType={type.type} size={18} isGrey={!isFree} />
      {type.title}
    </div>
  );
}

/** In place of the palette where the canvas has less room. */
export function AddBlockButton({ onOpen }: { onOpen: () => void }) {
  return (
    <div className={styles.slash}>
      <Button tone="ghost" icon={Plus} keys={words.slash} onPress={onOpen}>
        {words.add}
      </Button>
    </div>
  );
}
