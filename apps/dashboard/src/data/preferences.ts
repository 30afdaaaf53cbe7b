/** What a person set for this browser: persisted, with a version. */
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

export interface Preferences {
  readonly theme: Theme;
  /** Single keys act without a modifier; people who use speech input switch them off. */
  readonly hasSingleKeys: boolean;
}

const storageKey = 'flowledger-preferences-1';
const defaults: Preferences = { theme: 'system', hasSingleKeys: true };

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const found = kept as Partial<Record<keyof Preferences, unknown>>;
    return {
      theme: themes.find((theme) => theme === found.theme) ?? defaults.theme,
      hasSingleKeys: found.hasSingleKeys !== false,
    };
  } catch {
    return defaults;
  }
}

let current = read();
const listeners = new Set<() => void>();

export function applyTheme(): void {
  const { theme } = current;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Storage may be off: the choice holds for this page.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

export const preferences = (): Preferences => current;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences);
