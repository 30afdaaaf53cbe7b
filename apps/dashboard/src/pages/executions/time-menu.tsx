/** The range of time: the last hours or days, or dates: of the chart, the calendar, the address. */
import { useState } from 'react';
import { type Span, spanNames, timeKeys } from '../../core/filter/execution-filter.js';
import { type FilterValues, withoutPart } from '../../core/filter-language/filter-language.js';
import { absoluteText } from '../../core/format/format.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { Calendar } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';

export interface TimeMenuProps {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

const CustomRange = lazyPart(async () => (await import('./custom-range.js')).CustomRange);
const anyTime = 'any';
const custom = 'custom';

/** Null: any time. */
function chosenText({ last, from, to }: FilterValues): string | null {
  if (last !== undefined) return words.span[last as Span];
  if (from === undefined && to === undefined) return null;
  return words.between(
    from === undefined ? null : absoluteText(from),
    to === undefined ? null : absoluteText(to),
  );
}

export function TimeMenu({ values, onChange }: TimeMenuProps) {
  const timeless = timeKeys.reduce(withoutPart, values);
  const text = chosenText(values);
  const hasDates = values['from'] !== undefined || values['to'] !== undefined;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        label={words.time}
        trigger={
          <Button
            size="large"
            icon={Calendar}
            hasMenu
            isCompact
            aria-label={`${words.time}: ${text ?? words.anyTime}`}
          >
            {text ?? words.time}
          </Button>
        }
        items={[
          { id: anyTime, label: words.anyTime },
          ...spanNames.map((id) => ({ id, label: words.span[id] })),
          { id: custom, label: words.custom },
        ]}
        chosen={values['last'] ?? (hasDates ? custom : anyTime)}
        onChoose={(id) => {
          if (id === custom) setAsking(true);
          else onChange(id === anyTime ? timeless : { ...timeless, last: id });
        }}
      />
      {isAsking && (
        <CustomRange
          values={values}
          onRange={(range) => onChange({ ...timeless, ...range })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
