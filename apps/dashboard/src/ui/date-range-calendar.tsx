/** A range by calendar and clock, in one time zone. Loaded on demand: it is 30 kB. */
import { parseAbsolute, type ZonedDateTime } from '@internationalized/date';
import { useState } from 'react';
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateRangePicker,
  DateSegment,
  FieldError,
  Group,
  RangeCalendar,
} from 'react-aria-components/DateRangePicker';
import { Heading } from 'react-aria-components/Heading';
import { Button } from './button.js';
import styles from './date-range.module.css';
import field from './field.module.css';
import { ChevronLeft, ChevronRight } from './icon.js';
import { iconSize } from './icon-size.js';
import { useKit } from './kit.js';
import type { TimeRange } from './time-range.js';

export interface DateRangeCalendarProps {
  label: string;
  range: TimeRange;
  timeZone: string;
  onApply: (range: TimeRange) => void;
}

export function DateRangeCalendar({ label, range, timeZone, onApply }: DateRangeCalendarProps) {
  const { words } = useKit();
  const [value, setValue] = useState<{ start: ZonedDateTime; end: ZonedDateTime } | null>({
    start: parseAbsolute(range.from, timeZone),
    end: parseAbsolute(range.to, timeZone),
  });
  const isBackwards = value !== null && value.end.compare(value.start) <= 0;
  const apply = (): void => {
    if (value === null) return;
    onApply({ from: value.start.toAbsoluteString(), to: value.end.toAbsoluteString() });
  };
  return (
    <div className={styles.calendar}>
      <DateRangePicker
        className={styles.picker}
        aria-label={label}
        granularity="minute"
        hourCycle={24}
        hideTimeZone
        value={value}
        onChange={setValue}
      >
        <RangeCalendar>
          <header className={styles.month}>
            <AriaButton slot="previous" className={field.opener}>
              <ChevronLeft {...iconSize} />
            </AriaButton>
            <Heading className={styles.monthName} level={3} />
            <AriaButton slot="next" className={field.opener}>
              <ChevronRight {...iconSize} />
            </AriaButton>
          </header>
          <CalendarGrid className={styles.grid}>
            {(date) => <CalendarCell date={date} className={styles.day} />}
          </CalendarGrid>
        </RangeCalendar>
        <Group className={styles.inputs}>
          {(['start', 'end'] as const).map((slot) => (
            <div key={slot} className={field.frame}>
              <span className={styles.side}>{slot === 'start' ? words.from : words.to}</span>
              <DateInput slot={slot} className={styles.input}>
                {(segment) => <DateSegment segment={segment} className={styles.segment} />}
              </DateInput>
            </div>
          ))}
        </Group>
        <FieldError className={field.problem} />
      </DateRangePicker>
      {/* Inside, it would become the picker's own button, which opens a calendar. */}
      <Button
        tone="primary"
        size="large"
        disabledReason={value === null || isBackwards ? words.rangeNeedsOrder : null}
        onPress={apply}
      >
        {words.apply}
      </Button>
    </div>
  );
}
