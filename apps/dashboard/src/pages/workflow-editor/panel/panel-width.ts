/** How wide the panel is: kept from block to block, until the page is left. */
import { valueStore } from '../../../data/value-store.js';

export interface PanelWidth {
  /** References, settings and output stand side by side. */
  readonly isWide: boolean;
  readonly narrowPx: number;
  readonly widePx: number;
}

export const panelWidth = valueStore<PanelWidth>({ isWide: false, narrowPx: 396, widePx: 1040 });

export const rangeOf = (isWide: boolean): { readonly leastPx: number; readonly mostPx: number } =>
  isWide ? { leastPx: 820, mostPx: 1600 } : { leastPx: 320, mostPx: 720 };
