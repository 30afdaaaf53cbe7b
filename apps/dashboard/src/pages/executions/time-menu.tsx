/** The range of time: the last hours or days, or the dates that the chart or the address gave. */
import { type Span, spanNames, timeKeys } from '../../core/filter/execution-filter.js';
import { type FilterValues, withoutPart } from '../../core/filter-language/filter-language.js';
import { absoluteText } from '../../core/format/format.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { Calendar } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';

export interface TimeMenuProps {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

const anyTime = 'any';

function chosenText({ last, from, to }: FilterValues): string {
  if (last !== undefined) return words.span[last as Span];
  if (from === undefined && to === undefined) return words.anyTime;
  return words.between(
    from === undefined ? null : absoluteText(from),
    to === undefined ? null : absoluteText(to),
  );
}

export function TimeMenu({ values, onChange }: TimeMenuProps) {
  const timeless = timeKeys.reduce(withoutPart, values);
  const hasDates = values['from'] !== undefined || values['to'] !== undefined;
  return (
    <Menu
      label={words.time}
      trigger={
        <Button
          size="large"
          icon={Calendar}
          hasMenu
          isCompact
          aria-label={`${words.time}: ${chosenText(values)}`}
        >
          {chosenText(values)}
        </Button>
      }
      items={[
        { id: anyTime, label: words.anyTime },
        ...spanNames.map((id) => ({ id, label: words.span[id] })),
      ]}
      chosen={values['last'] ?? (hasDates ? '' : anyTime)}
      onChoose={(id) => onChange(id === anyTime ? timeless : { ...timeless, last: id })}
    />
  );
}
