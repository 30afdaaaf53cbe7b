import type { FoundOffer } from '../../core/add-block/find-offers.js';
import type { BlockOffer } from '../../core/add-block/offers.js';

/** In the order in which people look for them. */
const order = ['trigger', 'action', 'logic', 'data', 'flow', 'answer', 'note'];

const rankOf = (category: string): number => {
  const at = order.indexOf(category);
  return at < 0 ? order.length : at;
};

export interface OfferGroup<Offer extends BlockOffer> {
  readonly category: string;
  readonly offers: readonly Offer[];
}

/** What may not be added comes last: a workflow has its trigger most of the time. */
export function groupsOf<Offer extends BlockOffer = FoundOffer>(
  offers: readonly Offer[],
): readonly OfferGroup<Offer>[] {
  const isRefused = (group: OfferGroup<Offer>): number =>
    group.offers.every(({ refusal }) => refusal !== null) ? 1 : 0;
  return [...Map.groupBy(offers, ({ type }) => type.category)]
    .map(([category, inside]) => ({ category, offers: inside }))
    .sort((a, b) => isRefused(a) - isRefused(b) || rankOf(a.category) - rankOf(b.category));
}
