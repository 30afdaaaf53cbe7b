/** Any two instants, by calendar and clock. */
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { executionsText as words } from '../../text/executions.js';
import { DateRangeCalendar } from '../../ui/date-range-calendar.js';
import { Dialog } from '../../ui/dialog.js';

export interface CustomRangeProps {
  values: FilterValues;
  onRange: (range: { readonly from: string; readonly to: string }) => void;
  onClose: () => void;
}

const dayMs = 86_400_000;

export function CustomRange({ values: { from, to }, onRange, onClose }: CustomRangeProps) {
  const end = to ?? new Date().toISOString();
  const start = from ?? new Date(Date.parse(end) - dayMs).toISOString();
  return (
    <Dialog title={words.custom} isOpen onClose={onClose} closesBy="anything">
      <DateRangeCalendar
        label={words.custom}
        range={{ from: new Date(start).toISOString(), to: new Date(end).toISOString() }}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        onApply={(range) => {
          onRange(range);
          onClose();
        }}
      />
    </Dialog>
  );
}
