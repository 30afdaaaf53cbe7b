/** What a person set for this browser: persisted, with a version. */
import { valueStore } from './value-store.js';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
export const densities = ['comfortable', 'compact'] as const;
type Density = (typeof densities)[number];
export const zones = ['mine', 'utc'] as const;
type Zone = (typeof zones)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  /** The zone of absolute times. */
  readonly zone: Zone;
  /** Single keys act without a modifier; people who use speech input switch them off. */
  readonly hasSingleKeys: boolean;
}

const storageKey = 'flowledger-preferences-1';
const defaults: Preferences = {
  ...{ theme: 'system', density: 'comfortable', zone: 'mine', hasSingleKeys: true },
};

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const found = kept as Partial<Record<keyof Preferences, unknown>>;
    return {
      theme: themes.find((theme) => theme === found.theme) ?? defaults.theme,
      density: densities.find((density) => density === found.density) ?? defaults.density,
      zone: zones.find((zone) => zone === found.zone) ?? defaults.zone,
      hasSingleKeys: found.hasSingleKeys !== false,
    };
  } catch {
    return defaults;
  }
}

const store = valueStore(read());

/** index.html does the same before the first picture. */
function applyLook(): void {
  const { dataset } = document.documentElement;
  const { theme, density } = store.get();
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dataset['density'] = density;
}

export function setPreferences(change: Partial<Preferences>): void {
  store.set({ ...store.get(), ...change });
  try {
    localStorage.setItem(storageKey, JSON.stringify(store.get()));
  } catch {
    // Storage may be off: the choice holds for this page.
  }
  applyLook();
}

export const preferences = store.get;
export const usePreferences = store.use;

/** For formats of absolute times. Undefined: the zone of this browser. */
export const useZone = (): string | undefined =>
  usePreferences().zone === 'utc' ? 'UTC' : undefined;
