/**
 * The list behind `/`: what may be added at a place, narrowed by what is typed. The input keeps the
 * focus; the arrows skip what may not be added.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AddPlace } from '../../core/add-block/add-place.js';
import { findOffers, type FoundOffer } from '../../core/add-block/find-offers.js';
import type { BlockOffer } from '../../core/add-block/offers.js';
import { blockPickerText as words } from '../../text/block-picker.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Search } from '../../ui/icon.js';
import { Kbd } from '../../ui/kbd.js';
import styles from './block-picker.module.css';
import { groupsOf } from './groups.js';
import { PickerRow } from './picker-row.js';

export interface BlockPickerProps {
  offers: readonly BlockOffer[];
  place: AddPlace['kind'];
  /** The block at which the place is: after, before or in it. */
  placeName?: string | null;
  /** Typed before it was opened. */
  firstQuery?: string;
  onAdd: (type: string, isBranch: boolean) => void;
  onClose: () => void;
}

const isFree = ({ refusal }: FoundOffer): boolean => refusal === null;

export function BlockPicker({ offers, place, onAdd, onClose, ...props }: BlockPickerProps) {
  const { placeName = null, firstQuery = '' } = props;
  const baseId = useId();
  const [query, setQuery] = useState(firstQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = findOffers(offers, query);
  const isSearch = query.trim() !== '';
  const groups = isSearch ? [{ category: '', offers: found }] : groupsOf(found);
  const free = groups.flatMap((group) => group.offers).filter(isFree);
  const at = Math.max(
    0,
    free.findIndex(({ type }) => type.type === chosen),
  );
  const active = free[at]?.type.type ?? null;
  const idOf = (type: string): string => `${baseId}${type}`;
  const move = (by: number): void => {
    const next = free[(at + by + free.length) % Math.max(1, free.length)];
    if (next !== undefined) setChosen(next.type.type);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && active !== null)
      onAdd(active, place === 'after' && event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.picker}>
      <PickerField
        {...{ baseId, query }}
        activeId={active === null ? undefined : idOf(active)}
        onType={(text) => {
          setQuery(text);
          setChosen(null);
        }}
        onKey={press}
      />
      <div role="listbox" id={`${baseId}list`} aria-label={words.list} className={styles.list}>
        {groups.map(({ category, offers: inside }) => (
          <div key={category} role="group" aria-label={headOf(category, found)}>
            <p className={styles.head} aria-hidden="true">
              {headOf(category, found)}
            </p>
            {inside.map((offer) => (
              <PickerRow
                key={offer.type.type}
                id={idOf(offer.type.type)}
                offer={offer}
                isActive={offer.type.type === active}
                onTake={(isBranch) => onAdd(offer.type.type, place === 'after' && isBranch)}
              />
            ))}
          </div>
        ))}
      </div>
      {active !== null && <PickerFoot place={place} placeName={placeName} />}
    </div>
  );
}

/** Of what was found, how much fits. Without a query, the group's own name. */
function headOf(category: string, found: readonly FoundOffer[]): string {
  if (category !== '') return words.category(category);
  const fit = found.filter(isFree).length;
  return found.length === 0 ? words.nothing : words.counts(fit, found.length - fit);
}

interface PickerFieldProps {
  baseId: string;
  query: string;
  activeId: string | undefined;
  onType: (text: string) => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function PickerField({ baseId, query, activeId, onType, onKey }: PickerFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The outside system is the page's focus: the list was opened to type here.
  useEffect(() => input.current?.focus(), []);
  // The outside system is the scroll of the list.
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div className={styles.field}>
      <Search {...smallIconSize} />
      <span className={styles.slash} aria-hidden="true">
        {words.slash}
      </span>
      <input
        ref={input}
        role="combobox"
        aria-label={words.search}
        aria-expanded
        aria-controls={`${baseId}list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKey}
      />
      <Kbd keys={words.escape} />
    </div>
  );
}

function PickerFoot({ place, placeName }: Pick<BlockPickerProps, 'place' | 'placeName'>) {
  const say = words.place[place];
  const name = placeName ?? '';
  return (
    <p className={styles.foot}>
      <span>
        <Kbd keys={words.enter} />{' '}
        {typeof say === 'string' || name === '' ? words.place.alone : say(name)}
      </span>
      {place === 'after' && (
        <span>
          <Kbd keys={words.shiftEnter} /> {words.place.branch}
        </span>
      )}
    </p>
  );
}
