/** The width of an element. The outside system is its layout. */
import { useState } from 'react';

const usualPx = 420;

export function useElementWidth() {
  const [widthPx, setWidth] = useState(usualPx);
  const ref = (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
  return { ref, widthPx };
}
