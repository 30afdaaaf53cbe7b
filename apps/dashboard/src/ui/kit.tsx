/**
 * What the kit needs from the app around it: its few words, and how to follow a link without
 * loading the page again.
 */
import { createContext, use, type ReactNode } from 'react';

interface KitWords {
  readonly close: string;
  readonly dismiss: string;
  readonly copy: string;
  readonly copied: string;
  /** The browser refused; the text is selected. */
  readonly copyByHand: string;
  readonly nothingFound: string;
  readonly search: string;
  readonly apply: string;
  readonly from: string;
  readonly to: string;
  /** Why a range of time can't be applied. */
  readonly rangeNeedsOrder: string;
}

interface Kit {
  readonly words: KitWords;
  readonly follow: (href: string) => void;
}

const KitContext = createContext<Kit | null>(null);

export function KitProvider({ children, ...kit }: Kit & { children: ReactNode }) {
  return <KitContext value={kit}>{children}</KitContext>;
}

export function useKit(): Kit {
  const kit = use(KitContext);
  if (kit === null) throw new Error('The kit is used outside of its KitProvider');
  return kit;
}
