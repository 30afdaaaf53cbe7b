/** Which of our metrics a text of PromQL asks for. */

/** `{__name__=~"a_(b|c)"}` counts as each of them; a histogram's buckets as the histogram. */
export function metricNamesIn(text) {
  const written = text.replaceAll(/(flowledger_\w+_)\(([\w|]+)\)/g, (_, prefix, ends) =>
    ends
      .split('|')
      .map((end) => `${prefix}${end}`)
      .join(' '),
  );
  return [...written.matchAll(/\bflowledger_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );
}
