/** Finds block types by what people type: by title, by type, by another word for it. */
import type { BlockOffer } from './offers.js';
import { synonyms } from './synonyms.js';

export interface FoundOffer extends BlockOffer {
  /** The other word that was hit, with the part of it. Null: the title or the type was. */
  readonly synonym: {
    readonly text: string;
    readonly from: number;
    readonly to: number;
  } | null;
}

interface Ranked {
  readonly offer: FoundOffer;
  /** Less is better. */
  readonly rank: number;
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !/[a-z0-9]/i.test(text[at - 1] ?? '');

/** 0: all, 1: its beginning, 2: the beginning of a word, 3: inside a word. Null: not found. */
function rankIn(text: string, query: string): { rank: number; at: number } | null {
  const lower = text.toLowerCase();
  const first = lower.indexOf(query);
  if (first < 0) return null;
  if (first === 0) return { rank: lower === query ? 0 : 1, at: 0 };
  for (let at = first; at >= 0; at = lower.indexOf(query, at + 1))
    if (isWordStart(lower, at)) return { rank: 2, at };
  return { rank: 3, at: first };
}

const inside = 3;

function ranked(offer: BlockOffer, query: string): Ranked[] {
  const { type, title, summary } = offer.type;
  const own = [rankIn(title, query), rankIn(type, query)].flatMap((found) => found ?? []);
  const best = Math.min(...own.map(({ rank }) => rank));
  const other = (synonyms[type] ?? [])
    .flatMap((text) => {
      const found = rankIn(text, query);
      // A short query is part of many words.
      return found === null || found.rank === inside ? [] : [{ text, ...found }];
    })
    .sort((a, b) => a.rank - b.rank)[0];
  if (own.length > 0 && (other === undefined || best <= other.rank))
    return [{ offer: { ...offer, synonym: null }, rank: best }];
  if (other !== undefined) {
    const synonym = { text: other.text, from: other.at, to: other.at + query.length };
    return [{ offer: { ...offer, synonym }, rank: other.rank }];
  }
  const isInSummary = query.length > 2 && rankIn(summary, query) !== null;
  return isInSummary ? [{ offer: { ...offer, synonym: null }, rank: inside + 1 }] : [];
}

const isRefused = ({ offer }: Ranked): number => (offer.refusal === null ? 0 : 1);

/** The best first, what may not be added last. Without a query: all, in the given order. */
export function findOffers(offers: readonly BlockOffer[], query: string): readonly FoundOffer[] {
  const wanted = query.trim().replace(/^\//, '').trim().toLowerCase();
  if (wanted === '') return offers.map((offer) => ({ ...offer, synonym: null }));
  return offers
    .flatMap((offer) => ranked(offer, wanted))
    .sort((a, b) => isRefused(a) - isRefused(b) || a.rank - b.rank)
    .map(({ offer }) => offer);
}
