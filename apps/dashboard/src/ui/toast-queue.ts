/** The toasts that are shown, and the clock of each. Pure of React: anything may notify. */
export interface Toast {
  readonly id: number;
  readonly tone: 'quiet' | 'error';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface ToastOptions {
  tone?: Toast['tone'];
  /** Takes back what was done. */
  action?: Toast['action'];
}

const shownMs = 6_000;
const mostToasts = 4;

let toasts: readonly Toast[] = [];
let nextId = 1;
const clocks = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function dismiss(id: number): void {
  hold(id);
  change(toasts.filter((toast) => toast.id !== id));
}

export function hold(id: number): void {
  clearTimeout(clocks.get(id));
  clocks.delete(id);
}

/** The whole time again, so that nothing goes in the moment one looks away. */
export function letGo(id: number): void {
  hold(id);
  const isKept = toasts.find((toast) => toast.id === id)?.tone === 'error';
  if (!isKept)
    clocks.set(
      id,
      setTimeout(() => dismiss(id), shownMs),
    );
}

export function notify(text: string, { tone = 'quiet', action }: ToastOptions = {}): void {
  const id = nextId;
  nextId += 1;
  const kept = toasts.slice(1 - mostToasts);
  for (const dropped of toasts) if (!kept.includes(dropped)) hold(dropped.id);
  change([...kept, { id, tone, text, action }]);
  letGo(id);
}

export const shownToasts = (): readonly Toast[] => toasts;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
