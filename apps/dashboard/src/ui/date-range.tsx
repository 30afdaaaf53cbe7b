/**
 * A span of time: one of a few that end now, or any by calendar and clock. The calendar is loaded
 * when the list is first opened.
 */
import { lazy, Suspense, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button.js';
import styles from './date-range.module.css';
import { CalendarClock } from './icon.js';
import list from './list.module.css';
import type { TimeRange } from './time-range.js';

const Calendar = lazy(() =>
  import('./date-range-calendar.js').then(({ DateRangeCalendar }) => ({
    default: DateRangeCalendar,
  })),
);

export interface DateRangeProps {
  label: string;
  /** What is chosen now, in words. */
  text: string;
  presets: readonly { readonly id: string; readonly label: string }[];
  /** Null: a range of its own. */
  preset: string | null;
  range: TimeRange;
  timeZone: string;
  size?: 'medium' | 'large';
  onPreset: (id: string) => void;
  onRange: (range: TimeRange) => void;
}

export function DateRange({ label, text, size = 'medium', ...props }: DateRangeProps) {
  const { presets, preset, range, timeZone, onPreset, onRange } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button icon={CalendarClock} size={size} hasMenu aria-label={`${label}: ${text}`}>
        {text}
      </Button>
      <Popover className={`${list.popover} ${styles.popover}`} offset={4} placement="bottom end">
        <Dialog className={styles.dialog} aria-label={label}>
          <div className={styles.presets}>
            {presets.map(({ id, label: name }) => (
              <Button
                key={id}
                tone="ghost"
                isPressed={id === preset}
                onPress={() => {
                  onPreset(id);
                  setOpen(false);
                }}
              >
                {name}
              </Button>
            ))}
          </div>
          <Suspense fallback={<div className={styles.calendar} />}>
            <Calendar
              label={label}
              range={range}
              timeZone={timeZone}
              onApply={(chosen) => {
                onRange(chosen);
                setOpen(false);
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
