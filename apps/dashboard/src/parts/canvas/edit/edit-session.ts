/** The stores of one canvas that is edited. Blocks, edges and layers listen to them. */
import { createContext, use } from 'react';
import type { Thing } from '../../../core/canvas-edit/thing-at.js';
import type { CanvasMarks, EditRules } from './canvas-editing.js';
import { type Gesture, type Motion, noGesture, stillMotion } from './gesture.js';
import { createValueStore, type ValueStore } from './value-store.js';

export interface EditSession {
  readonly gesture: ValueStore<Gesture>;
  readonly motion: ValueStore<Motion>;
  readonly hovered: ValueStore<Thing>;
  /** The edge that was pressed last. */
  readonly edge: ValueStore<string | null>;
  readonly marks: ValueStore<CanvasMarks>;
  /** Null: it is only read. */
  readonly rules: ValueStore<EditRules | null>;
}

export const noThing: Thing = { kind: 'ground' };

export const createEditSession = (): EditSession => ({
  gesture: createValueStore(noGesture),
  motion: createValueStore(stillMotion),
  hovered: createValueStore(noThing),
  edge: createValueStore<string | null>(null),
  marks: createValueStore<CanvasMarks>({}),
  rules: createValueStore<EditRules | null>(null),
});

export const EditContext = createContext<EditSession | null>(null);

export function useEditSession(): EditSession {
  const session = use(EditContext);
  if (session === null) throw new Error('A block is edited outside of its canvas');
  return session;
}
