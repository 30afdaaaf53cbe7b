/** Durations as people write them: a number and a unit. */
import { typedNumber } from './config-value.js';

export const durationUnits = ['ms', 's', 'min', 'h', 'd'] as const;
export type DurationUnit = (typeof durationUnits)[number];

const lengths: Readonly<Record<DurationUnit, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The units that give whole numbers of the field's own unit. */
export const unitsOf = (own: 'ms' | 's'): readonly DurationUnit[] =>
  durationUnits.filter((unit) => lengths[unit] >= lengths[own]);

/** The largest unit that needs no fraction. */
function unitFor(value: number, own: 'ms' | 's'): DurationUnit {
  const lengthMs = value * lengths[own];
  if (!(lengthMs > 0)) return own;
  return unitsOf(own).findLast((unit) => lengthMs % lengths[unit] === 0) ?? own;
}

/** As many decimals as are needed, if they are few; null: the unit is too large for the value. */
function inUnit(value: number, own: 'ms' | 's', unit: DurationUnit): number | null {
  const shown = (value * lengths[own]) / lengths[unit];
  const rounded = Number(shown.toFixed(3));
  return rounded * lengths[unit] === value * lengths[own] ? rounded : null;
}

export interface ShownDuration {
  readonly text: string;
  readonly unit: DurationUnit;
}

/** @param chosen the unit of the person, which holds as long as it can show the value */
export function shownDuration(
  value: number,
  own: 'ms' | 's',
  chosen: DurationUnit | null = null,
): ShownDuration {
  const inChosen = chosen === null ? null : inUnit(value, own, chosen);
  if (chosen !== null && inChosen !== null) return { text: String(inChosen), unit: chosen };
  const unit = unitFor(value, own);
  return { text: String((value * lengths[own]) / lengths[unit]), unit };
}

/** JSON of what was typed. A number that gives no whole value is kept for the server to refuse. */
export function typedDuration(text: string, unit: DurationUnit, own: 'ms' | 's'): string | null {
  const json = typedNumber(text);
  if (json === null || json.startsWith('"')) return json;
  if (unit === own) return json;
  // Without the noise of binary fractions: 1.1 h are 3,960,000.000000001 ms.
  return String(Number(((Number(json) * lengths[unit]) / lengths[own]).toFixed(6)));
}
