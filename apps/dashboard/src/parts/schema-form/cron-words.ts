import { readCron } from '../../core/form/cron.js';
import { schemaFormText } from '../../text/schema-form.js';

const words = schemaFormText.cron;

/** Null: only the preview of the server can tell. */
export function cronWords(text: string): string | null {
  const reading = readCron(text);
  switch (reading?.kind) {
    case undefined:
      return null;
    case 'everySeconds':
    case 'everyMinutes':
      return words[reading.kind](reading.count);
    case 'hourly':
      return words.hourly(reading.minute, reading.everyHours);
    case 'daily': {
      const { times, weekdays, days } = reading;
      if (weekdays !== null) return words.weekly(times, weekdays);
      return days === null ? words.daily(times) : words.monthly(times, days);
    }
  }
}
