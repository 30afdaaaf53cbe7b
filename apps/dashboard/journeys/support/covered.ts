/** What a page shows at a small size: what lies under something else, and what is cut off. */
import type { Page } from 'playwright-core';

/** Runs in the page. */
const look = `(() => {
  const parts = 'a, button, input, textarea, [role=tab], [role=slider], h1, h2, h3, th, [role=row] a';
  const clipOf = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const box = around.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left: Math.max(0, left), top: Math.max(0, top),
      right: Math.min(innerWidth, right), bottom: Math.min(innerHeight, bottom) };
  };
  // A table beside a chart, for screen readers: no overflow of its own hides it.
  const isHidden = (element) => {
    for (let around = element; around; around = around.parentElement)
      if (getComputedStyle(around).clipPath !== 'none') return true;
    return false;
  };
  const named = (element) =>
    element.tagName + ' "' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) + '"';
  const covered = [];
  for (const element of document.querySelectorAll(parts)) {
    const { left, top, right, bottom } = clipOf(element);
    const whole = element.getBoundingClientRect();
    // Scrolled away, in part or as a whole, or there for screen readers only.
    if (right - left < Math.min(8, whole.width) || bottom - top < whole.height * 0.8) continue;
    if (whole.width < 4 || whole.height < 4 || isHidden(element)) continue;
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (found === null || element.contains(found) || found.contains(element)) continue;
    // A row's link, or the label of a field, lies above what it belongs to.
    if (found.closest('[role=row], label') && found.closest('[role=row], label') === element.closest('[role=row], label')) continue;
    covered.push(named(element) + ' is under ' + named(found));
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return { covered, overhangPx: Math.max(0, scrollWidth - clientWidth) };
})()`;

export interface Covered {
  /** Parts that a person can't reach or read. */
  readonly covered: readonly string[];
  /** By how much the page is wider than its window. */
  readonly overhangPx: number;
}

export const coveredIn = (page: Page): Promise<Covered> => page.evaluate<Covered>(look);
