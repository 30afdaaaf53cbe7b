import type { AddRefusal } from '../../core/add-block/offers.js';
import { blockPickerText } from '../../text/block-picker.js';

/** Why a block may not be added, in words. */
export function addRefusalText(refusal: AddRefusal): string {
  const { refusal: words } = blockPickerText;
  return refusal.reason === 'secondTrigger'
    ? words.secondTrigger(refusal.trigger)
    : words[refusal.reason];
}
