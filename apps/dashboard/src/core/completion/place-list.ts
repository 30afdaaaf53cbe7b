/** Where the list of completions and the card of a value stand. Pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

interface Placed {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export const rowHeight = 28;
export const mostRows = 8;
const listWidth = 600;
/** Between the line of the caret and the list. */
const air = 4;
/** To the edge of the window. */
const margin = 8;

export interface PlacedList extends Placed {
  /** Rows that are seen at once. */
  readonly rows: number;
}

/**
 * Below the caret's line; above it when not all rows fit below and more fit above. It never covers
 * the line: where neither side has room for them, fewer rows are seen.
 * @param caret left and right edge, top and bottom of its line
 * @param restPx height of the list without its rows
 */
export function placeList(
  caret: Box,
  { width: windowWidth, height }: WindowSize,
  rowCount: number,
  restPx: number,
): PlacedList {
  const wanted = Math.min(rowCount, mostRows);
  const fits = (space: number): number =>
    Math.min(wanted, Math.floor((space - restPx) / rowHeight));
  const below = fits(height - margin - caret.bottom - air);
  const above = fits(caret.top - air - margin);
  const isBelow = below >= above;
  const rows = Math.max(1, isBelow ? below : above);
  const top = isBelow ? caret.bottom + air : caret.top - air - restPx - rows * rowHeight;
  const width = Math.min(listWidth, windowWidth - 2 * margin);
  const left = Math.max(margin, Math.min(caret.left, windowWidth - margin - width));
  return { left, top, width, rows };
}

export interface PlacedCard extends Placed {
  readonly side: 'left' | 'above' | 'below';
  /** Of its arrow, from the left or the top edge of the card. */
  readonly arrow: number;
}

const cardWidth = 300;
const cardGap = 12;
const arrowInset = 16;

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(value, most));

/** Left of the field, so that nothing of it is covered; above or below where that has no room. */
export function placeCard(
  chip: Box,
  field: Box,
  { width: windowWidth, height }: WindowSize,
  cardHeight: number,
): PlacedCard {
  const width = Math.min(cardWidth, windowWidth - 2 * margin);
  const middle = (chip.top + chip.bottom) / 2;
  if (field.left - cardGap - width >= margin) {
    const top = between(margin, middle - cardHeight / 2, height - margin - cardHeight);
    const arrow = between(arrowInset, middle - top, cardHeight - arrowInset);
    return { side: 'left', left: field.left - cardGap - width, top, width, arrow };
  }
  const isBelow = field.top - cardGap - cardHeight < margin;
  const left = between(margin, chip.left, windowWidth - margin - width);
  const arrow = between(arrowInset, (chip.left + chip.right) / 2 - left, width - arrowInset);
  const top = isBelow ? field.bottom + cardGap : field.top - cardGap - cardHeight;
  return { side: isBelow ? 'below' : 'above', left, top, width, arrow };
}
