/** Finds the names of our metrics in PromQL text. */

/**
 * Expands `{__name__=~"a_(b|c)"}` to all its names; a histogram's buckets count as the histogram.
 */
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
