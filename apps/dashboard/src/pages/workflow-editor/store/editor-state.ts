/** One open workflow: its text with the log of edits, its blocks' places, how it was saved. */
import type { AddPlace } from '../../../core/add-block/add-place.js';
import type { Room } from '../../../core/canvas-edit/room.js';
import type { EditLog } from '../../../core/edit/log/edit-log.js';
import type { Conflict } from '../../../core/edit/merge/conflict.js';
import type { CheckNote } from '../../../core/form/form-problem.js';
import type { BlockPositions } from '../../../core/layout/stored.js';
import type { Going } from './going.js';

export interface Adding {
  readonly place: AddPlace;
  /** On the canvas. Null: it finds its place by itself. */
  readonly room: Room | null;
  /** Nobody asked for this place: what cannot stand there goes on the ground. */
  readonly isGuess?: true;
}

export type Saving =
  | { readonly kind: 'saved' }
  /** Edits wait for their turn. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'saving' }
  /** No answer came. Edits are kept, and are sent once there is one. */
  | { readonly kind: 'offline' }
  /** The next edit tries again. */
  | { readonly kind: 'refused'; readonly error: unknown };

/** As a save and `/workflows/check` say it. */
export type Problem = CheckNote;

/** What an undo takes back: an edit of the text, or a move of blocks. */
export type Step =
  | { readonly kind: 'edit' }
  | { readonly kind: 'move'; readonly before: BlockPositions; readonly after: BlockPositions };

export interface EditorState {
  readonly log: EditLog;
  /** What the server has, and as which revision. */
  readonly base: string;
  readonly revision: number;
  readonly positions: BlockPositions;
  readonly steps: readonly Step[];
  readonly undoneSteps: readonly Step[];
  readonly saving: Saving;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Not chosen yet. The text has theirs. */
  readonly conflicts: readonly Conflict[];
  /** Of blocks; the last one has the panel. */
  readonly selected: readonly string[];
  /** Where the list of blocks is open; null: it is not. */
  readonly adding: Adding | null;
  /** Null: the focus stays where it is. */
  readonly going: Going | null;
}

export const isDirty = ({ log, base }: Pick<EditorState, 'log' | 'base'>): boolean =>
  log.document.text !== base;
