/**
 * Which rows a person opened or closed, as text for the address: `each,-charge,orders*3` opens the
 * container `each`, closes `charge`, and shows three pages of the iterations of `orders`.
 */
export interface Openness {
  /** True or false by hand; absent: as the row is by itself. */
  readonly rows: ReadonlyMap<string, boolean>;
  readonly pages: ReadonlyMap<string, number>;
}

const mostPages = 1_000;

export function readOpenness(text: string): Openness {
  const rows = new Map<string, boolean>();
  const pages = new Map<string, number>();
  for (const entry of text.split(',').filter(Boolean)) {
    const isClosed = entry.startsWith('-');
    const [, key = '', count] = /^-?(.*?)(?:\*(\d{1,4}))?$/.exec(entry) ?? [];
    rows.set(key, !isClosed);
    if (count !== undefined) pages.set(key, Math.min(mostPages, Math.max(1, Number(count))));
  }
  return { rows, pages };
}

export const writeOpenness = ({ rows, pages }: Openness): string =>
  [...rows]
    .map(([key, isOpen]) => {
      const count = pages.get(key) ?? 1;
      return `${isOpen ? '' : '-'}${key}${count > 1 ? `*${count}` : ''}`;
    })
    .join(',');

export const withRow = (openness: Openness, key: string, isOpen: boolean): Openness => ({
  ...openness,
  rows: new Map([...openness.rows, [key, isOpen]]),
});

export const withNextPage = (openness: Openness, key: string): Openness => ({
  rows: new Map([...openness.rows, [key, true]]),
  pages: new Map([...openness.pages, [key, (openness.pages.get(key) ?? 1) + 1]]),
});

/** Everything around a row is opened, so that the row is there. */
export const withPath = (openness: Openness, around: readonly string[]): Openness =>
  around.reduce((opened, key) => withRow(opened, key, true), openness);
