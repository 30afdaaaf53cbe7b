/** The colours of the look for a 2D canvas, which knows no custom properties. */
const names = {
  ground: 'var(--sunken)',
  block: 'var(--raised)',
  line: 'var(--line-strong)',
  edge: 'var(--line-field)',
  taken: 'var(--ink-2)',
  focus: 'var(--focus)',
  frame: 'color-mix(in oklab, var(--hover) 60%, transparent)',
  frameLine: 'var(--line-field)',
  success: 'var(--success)',
  error: 'var(--error)',
  errorFill: 'var(--viz-error)',
  running: 'var(--running)',
  runningFill: 'var(--running-soft)',
  waiting: 'var(--waiting)',
  waitingFill: 'var(--waiting-soft)',
  successFill: 'var(--success-soft)',
  trigger: 'var(--cat-trigger)',
  call: 'var(--cat-call)',
  ai: 'var(--cat-ai)',
  logic: 'var(--cat-logic)',
  code: 'var(--cat-code)',
  flow: 'var(--cat-flow)',
  human: 'var(--cat-human)',
  output: 'var(--cat-output)',
} as const;

export type Ink = Readonly<Record<keyof typeof names, string>>;

export function inkOf(element: HTMLElement): Ink {
  const probe = document.createElement('span');
  element.append(probe);
  const style = getComputedStyle(probe);
  const read = (colour: string): string => {
    probe.style.color = colour;
    return style.color;
  };
  const ink = Object.fromEntries(
    Object.entries(names).map(([name, colour]) => [name, read(colour)]),
  ) as Ink;
  probe.remove();
  return ink;
}

/** @param listener is told when the theme changes */
export function onThemeChange(listener: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', listener);
    observer.disconnect();
  };
}
