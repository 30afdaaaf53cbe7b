/**
 * Presses and drags on the stage, until one ends. React Flow goes on to pan: it hears of no press
 * that starts something here.
 */
import type { ReactFlowInstance } from '@xyflow/react';
import { edgePan } from '../../../core/canvas-edit/edge-pan.js';
import { type Thing, thingAt } from '../../../core/canvas-edit/thing-at.js';
import type { Drag, DragContext, Pointer } from './drag.js';
import { noThing } from './edit-session.js';
import { hittable } from './hittable.js';
import { clickThing, dragOf } from './press.js';

/** A press that moves less is a click. */
const slack = 4;

export interface Presses {
  readonly stage: HTMLElement;
  readonly flow: Pick<ReactFlowInstance, 'getZoom' | 'getViewport' | 'setViewport'>;
  readonly read: () => DragContext | null;
  readonly pointerOf: (event: MouseEvent) => Pointer;
  /** Something here was pressed: the keyboard follows. */
  readonly pressed: () => void;
  readonly signal: AbortSignal;
}

interface Press {
  readonly thing: Thing;
  readonly start: Pointer;
  readonly hasShift: boolean;
  readonly pointerId: number;
  readonly drag: Drag | null;
  readonly last: Pointer;
}

export function listenToPresses(presses: Presses): void {
  const { stage, read, pointerOf, signal } = presses;
  let press: Press | null = null;
  const stop = (): void => {
    press = null;
    delete stage.dataset['dragging'];
  };
  const cancel = (): void => {
    press?.drag?.cancel();
    stop();
  };
  const pan = viewMover(presses, (by) => {
    if (press?.drag == null) return null;
    const { drag } = press;
    const { x, y } = press.last.at;
    const last = { ...press.last, at: { x: x + by.x, y: y + by.y } };
    press = { ...press, last };
    drag.step(last);
    return last;
  });
  const down = (event: PointerEvent): void => {
    const started = press === null ? pressOf(presses, event) : null;
    if (started === null) return;
    press = started;
    event.preventDefault();
    event.stopPropagation();
    stage.setPointerCapture(event.pointerId);
    presses.pressed();
  };
  const move = (event: PointerEvent): void => {
    const context = read();
    if (context === null) return;
    if (press === null) {
      if (event.buttons === 0) show(presses, context, underOf(presses, context, event));
      return;
    }
    if (event.pointerId !== press.pointerId) return;
    press = { ...press, last: pointerOf(event) };
    if (press.drag === null) {
      if (apart(press.start, press.last) < slack) return;
      press = { ...press, drag: dragOf(context, press.thing, press.start, press.hasShift) };
      if (press.drag === null) return;
      show(presses, context, noThing);
      stage.dataset['dragging'] = press.thing.kind;
    }
    press.drag.step(press.last);
    pan(press.last);
  };
  const up = (event: PointerEvent): void => {
    if (press === null || event.pointerId !== press.pointerId) return;
    const { drag, thing, hasShift, start } = press;
    const context = read();
    stop();
    if (drag !== null) drag.drop(pointerOf(event));
    else if (context !== null) clickThing(context, thing, start, hasShift);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || press?.drag == null) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  const leave = (): void => {
    const context = read();
    if (context !== null && press === null) show(presses, context, noThing);
  };
  stage.addEventListener('pointerdown', down, { capture: true, signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', cancel, { signal });
  stage.addEventListener('pointerleave', leave, { signal });
  window.addEventListener('keydown', escape, { capture: true, signal });
  signal.addEventListener('abort', cancel);
}

/** Null: React Flow has it. */
function pressOf(presses: Presses, event: PointerEvent): Press | null {
  const context = presses.read();
  // A finger moves the canvas. The outline has what it can do else.
  if (context === null || event.button !== 0 || event.pointerType === 'touch') return null;
  if (!isOnCanvas(event)) return null;
  const thing = underOf(presses, context, event);
  if (thing.kind === 'ground' && !event.shiftKey) return null;
  const start = presses.pointerOf(event);
  const { shiftKey: hasShift, pointerId } = event;
  return { thing, start, hasShift, pointerId, drag: null, last: start };
}

const underOf = ({ flow, pointerOf }: Presses, context: DragContext, event: PointerEvent): Thing =>
  isOnCanvas(event) ? thingAt(hittable(context), pointerOf(event).at, 1 / flow.getZoom()) : noThing;

function show({ stage }: Presses, { session: { hovered } }: DragContext, thing: Thing): void {
  if (JSON.stringify(hovered.get()) === JSON.stringify(thing)) return;
  hovered.set(thing);
  stage.dataset['thing'] = thing.kind;
}

/** Moves the view for as long as something is held at the border of the stage. */
function viewMover(
  { stage, flow, signal }: Presses,
  moved: (by: { x: number; y: number }) => Pointer | null,
): (pointer: Pointer) => void {
  let frame = 0;
  const follow = (pointer: Pointer): void => {
    frame = 0;
    const size = { width: stage.clientWidth, height: stage.clientHeight };
    const pan = edgePan(pointer.stage, size);
    if (pan.x === 0 && pan.y === 0) return;
    const { x, y, zoom } = flow.getViewport();
    const next = moved({ x: -pan.x / zoom, y: -pan.y / zoom });
    if (next === null) return;
    void flow.setViewport({ x: x + pan.x, y: y + pan.y, zoom });
    frame = requestAnimationFrame(() => follow(next));
  };
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  return (pointer) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => follow(pointer));
  };
}

const apart = (a: Pointer, b: Pointer): number =>
  Math.hypot(a.screen.x - b.screen.x, a.screen.y - b.screen.y);

/** The map and what floats above have presses of their own. */
const isOnCanvas = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('.react-flow') !== null;
