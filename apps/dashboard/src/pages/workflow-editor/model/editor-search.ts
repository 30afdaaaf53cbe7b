/** What the editor shows, in its address. */
import { id, oneOf, search, signed, text, whole } from '../../../core/search/search.js';
import { sides } from '../side.js';

/** Beside the width of the window, which decides where the address says nothing. */
const views = ['canvas', 'outline'] as const;

export const editorSearch = search({
  /** The block that has the panel. */
  block: text(200),
  side: oneOf(sides),
  /** Of the side `webhooks`: a subscription, or `new`. Empty: the first one. */
  subscription: text(100),
  /** The execution whose outcomes are shown. */
  run: id(),
  view: oneOf(views),
  /** The middle of the canvas, in its own pixels, and its zoom in percent. */
  x: signed(),
  y: signed(),
  z: whole(),
});

export type EditorSearch = ReturnType<typeof editorSearch.parse>;

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const [leastPercent, mostPercent] = [5, 200];

/** Null: the canvas chooses. */
export function placeOf({ x, y, z }: Pick<EditorSearch, 'x' | 'y' | 'z'>): Place | null {
  if (x === null || y === null || z === null || z < leastPercent || z > mostPercent) return null;
  return { x, y, zoom: z / 100 };
}

export const searchOfPlace = ({ x, y, zoom }: Place): Pick<EditorSearch, 'x' | 'y' | 'z'> => ({
  // Whole numbers, of which -0 is none.
  x: Math.round(x) + 0,
  y: Math.round(y) + 0,
  z: Math.round(zoom * 100),
});

/** Whether something stands beside the canvas. */
export const hasPanel = ({ block, side }: Pick<EditorSearch, 'block' | 'side'>): boolean =>
  block !== '' || side !== null;

/**
 * How the address goes from one state to the next. Opening a panel is a step of the history, so
 * that the browser's back closes it. Each other change replaces the step.
 * @param isOwnStep the panel that is open has made a step
 */
export function stepTo(
  from: EditorSearch,
  to: EditorSearch,
  isOwnStep: boolean,
): 'push' | 'replace' | 'back' {
  if (!hasPanel(from) && hasPanel(to)) return 'push';
  return hasPanel(from) && !hasPanel(to) && isOwnStep ? 'back' : 'replace';
}
