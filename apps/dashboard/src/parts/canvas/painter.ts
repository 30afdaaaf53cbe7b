/**
 * Keeps a 2D canvas like a scene: draws it again, at most once a frame, when it is asked to, when a
 * status changes, or when the theme does.
 */
import type { View } from './first-view.js';
import { type Ink, inkOf, onThemeChange } from './ink.js';
import { paint, type Picture, pictureOf } from './overview-picture.js';
import type { StatusStore } from './status-store.js';
import type { Scene } from './use-scene.js';

export interface Painter {
  readonly repaint: () => void;
  readonly stop: () => void;
}

export interface PainterOptions {
  readonly canvas: HTMLCanvasElement;
  readonly scene: Scene;
  readonly statusOf: StatusStore;
  readonly viewNow: () => View;
  /** Draws on top, in the pixels of the workflow. */
  readonly after?: (context: CanvasRenderingContext2D, ink: Ink, view: View) => void;
}

export function startPainter({ canvas, scene, statusOf, viewNow, after }: PainterOptions): Painter {
  const context = canvas.getContext('2d');
  let picture: Picture | null = null;
  let ink: Ink | null = null;
  let frame = 0;
  const draw = (): void => {
    frame = 0;
    if (context === null) return;
    fitPixels(canvas);
    ink ??= inkOf(canvas.parentElement ?? document.body);
    picture ??= pictureOf(scene, statusOf);
    const view = viewNow();
    paint(context, picture, ink, view);
    after?.(context, ink, view);
  };
  const repaint = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  const stops = [
    statusOf.subscribeAll(() => {
      picture = null;
      repaint();
    }),
    onThemeChange(() => {
      ink = null;
      repaint();
    }),
  ];
  draw();
  return {
    repaint,
    stop: () => {
      for (const stop of stops) stop();
      cancelAnimationFrame(frame);
    },
  };
}

/** One for each of the screen's. Setting a size clears a canvas, so it is set when it changed. */
function fitPixels(canvas: HTMLCanvasElement): void {
  const ratio = window.devicePixelRatio;
  const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio].map(Math.round);
  if (width !== undefined && canvas.width !== width) canvas.width = width;
  if (height !== undefined && canvas.height !== height) canvas.height = height;
}
