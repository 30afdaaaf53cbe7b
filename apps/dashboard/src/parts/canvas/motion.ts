const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');

/** How long the view takes to move to another place. */
export const moveMs = (): number => (reduced.matches ? 0 : 240);
