import type { Plugin } from 'vite';

const otherLanguages =
  /react-(aria|stately)[^/]*\/dist\/private\/intl\/.*(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;

/** React Aria brings its words in 34 languages. The dashboard speaks English. */
export const onlyEnglish = (): Plugin => ({
  name: 'only-english',
  enforce: 'pre',
  load: { filter: { id: otherLanguages }, handler: () => "export { default } from './en-US.mjs';" },
});

const calendars = /@internationalized\/date\/dist\/private\/createCalendar\.mjs$/;
const otherCalendar = /case '(?!gregory')[^']+':\s*return [^;]+;/g;

/** And thirteen calendars, of which the ledger's times need one. */
export const onlyGregorian = (): Plugin => ({
  name: 'only-gregorian',
  enforce: 'pre',
  transform: {
    filter: { id: calendars },
    handler: (code) => ({ code: code.replace(otherCalendar, ''), map: null }),
  },
});
