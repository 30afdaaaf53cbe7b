/**
 * Moves the keyboard's focus where a key asked for it, and back to the canvas when what had it is
 * gone. A pointer leaves the focus alone: it would move the view.
 */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { pathKey } from '../../core/form/form-problem.js';
import { useEditorOf } from './store/editor-context.js';
import type { Going } from './store/going.js';

/** A panel whose code or data is loaded comes some frames later. */
const mostFrames = 120;

const control =
  'input:not([type=hidden]), textarea, [contenteditable=true], [role=textbox], button, select';

const firstControl = (around: ParentNode | null | undefined): HTMLElement | null =>
  around?.querySelector<HTMLElement>(control) ?? null;

/** The innermost field that is shown. */
function fieldAt(panel: Element, going: Going & { to: 'field' }): HTMLElement | null {
  for (let { length } = going.path; length > 0; length -= 1) {
    const key = CSS.escape(pathKey(going.path.slice(0, length)));
    const found = firstControl(panel.querySelector(`[data-field="${key}"]`));
    if (found !== null) return found;
  }
  return null;
}

function placeOf(page: Element, going: Going): HTMLElement | null {
  if (going.to === 'canvas') return page.querySelector('[role=tree], [role=treegrid]');
  // On phones the panel is a sheet above the page.
  const panel = page.querySelector('aside') ?? document.querySelector('[role=dialog]');
  if (panel === null) return null;
  if (going.to === 'field') return fieldAt(panel, going);
  if (going.to === 'side') return firstControl(panel);
  if (going.to === 'name') return firstControl(panel.querySelector('[data-place=name]'));
  return firstControl(panel.querySelector('[data-field], [data-place=name]'));
}

/** @param onPanel shows the panel of the block in place of another one */
export function useFocusPlaces(onPanel: () => void): RefObject<HTMLDivElement | null> {
  const { store } = useEditorOf();
  const page = useRef<HTMLDivElement>(null);
  const showPanel = useEffectEvent(onPanel);
  // The outside systems are the keyboard and the page's focus.
  useEffect(() => {
    let isByKey = false;
    const hear = ({ type }: Event): void => void (isByKey = type === 'keydown');
    // A menu that closes gives its focus back with the next frame, so this comes after it.
    const later = (run: () => void): void => void requestAnimationFrame(run);
    const move = (going: Going, frames: number): void => {
      if (page.current === null || store.getState().going !== going) return;
      const place = placeOf(page.current, going);
      if (place === null && frames > 0) {
        later(() => move(going, frames - 1));
        return;
      }
      store.setState({ going: null });
      place?.focus();
    };
    const find = (frames = 0): void => {
      if (!isByKey || page.current === null) return;
      const isLost = document.activeElement === document.body;
      if (isLost) placeOf(page.current, { to: 'canvas' })?.focus();
      // A panel is gone once the browser went back in its history.
      else if (frames > 0) later(() => find(frames - 1));
    };
    const unwatch = store.subscribe((state, before) => {
      const { going } = state;
      const isAsked = going !== null && going !== before.going;
      if (isAsked && going.to !== 'canvas') {
        if (going.to !== 'side') showPanel();
        later(() => move(going, mostFrames));
      } else if (isAsked) later(() => find(mostFrames));
      else if (state.selected !== before.selected || state.adding !== before.adding)
        later(() => find());
    });
    window.addEventListener('keydown', hear, true);
    window.addEventListener('pointerdown', hear, true);
    return () => {
      unwatch();
      window.removeEventListener('keydown', hear, true);
      window.removeEventListener('pointerdown', hear, true);
    };
  }, [store]);
  return page;
}
