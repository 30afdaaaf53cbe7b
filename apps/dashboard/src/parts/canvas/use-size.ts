import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '../../core/layout/box.js';

/** The size of an element; null before it is known or while it is not shown. */
export function useSize(): [RefObject<HTMLDivElement | null>, Size | null] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  // The outside system is the element's box.
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return undefined;
    const read = (): void => {
      const { clientWidth: width, clientHeight: height } = observed;
      setSize((known) =>
        width === 0 || height === 0
          ? null
          : known?.width === width && known.height === height
            ? known
            : { width, height },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
