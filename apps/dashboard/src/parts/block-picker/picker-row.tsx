import type { FoundOffer } from '../../core/add-block/find-offers.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Ban } from '../../ui/icon.js';
import { CategoryTile } from '../category-tile/category-tile.js';
import { addRefusalText } from './add-refusal-text.js';
import { startBlockDrag } from './block-drag.js';
import styles from './block-picker.module.css';

export interface PickerRowProps {
  id: string;
  offer: FoundOffer;
  isActive: boolean;
  onTake: (isBranch: boolean) => void;
}

export function PickerRow({ id, offer, isActive, onTake }: PickerRowProps) {
  const { type, title, summary } = offer.type;
  const { refusal, synonym } = offer;
  const isFree = refusal === null;
  return (
    // The keys are those of the input, which keeps the focus.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={!isFree}
      className={styles.row}
      draggable={isFree}
      onDragStart={(event) => startBlockDrag(event, type)}
      onClick={(event) => {
        if (isFree) onTake(event.shiftKey);
      }}
    >
      <CategoryTile blockType={type} size={22} isGrey={!isFree} />
      <span className={styles.words}>
        <b>{title}</b>
        {isFree ? (
          <small>{summary.replace(/\.$/, '')}</small>
        ) : (
          <small>
            <Ban {...smallIconSize} />
            {addRefusalText(refusal)}
          </small>
        )}
      </span>
      {isFree && synonym !== null && (
        <span className={styles.synonym}>
          {synonym.text.slice(0, synonym.from)}
          <mark>{synonym.text.slice(synonym.from, synonym.to)}</mark>
          {synonym.text.slice(synonym.to)}
        </span>
      )}
    </div>
  );
}
