/** Subscriptions by receiver: those of one host stand together. */
export interface Receiving {
  readonly id: string;
  readonly url: string;
}

export interface ReceiverRow<S> {
  readonly id: string;
  readonly subscription: S;
  readonly host: string;
  readonly path: string;
  /** The row above has the same host. */
  readonly isRepeated: boolean;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

export function receiverRows<S extends Receiving>(
  subscriptions: readonly S[],
): readonly ReceiverRow<S>[] {
  const sorted = subscriptions.toSorted(
    (a, b) => hostOf(a.url).localeCompare(hostOf(b.url)) || a.url.localeCompare(b.url),
  );
  return sorted.map((subscription, index) => {
    const host = hostOf(subscription.url);
    const above = sorted[index - 1];
    return {
      ...{ id: subscription.id, subscription, host, path: pathOf(subscription.url) },
      isRepeated: above !== undefined && hostOf(above.url) === host,
    };
  });
}

/** The share of attempts that delivered. Null: none was made. */
export function succeededPercent(
  figures: { readonly succeeded: number; readonly failed: number } | null | undefined,
): number | null {
  if (figures == null) return null;
  const total = figures.succeeded + figures.failed;
  return total === 0 ? null : (100 * figures.succeeded) / total;
}

/** Never "100 %" where one failed. */
export function succeededText(percent: number): string {
  if (percent === 100 || percent === 0) return `${percent} %`;
  const rounded = percent > 99 ? percent.toFixed(2) : percent.toFixed(1);
  return rounded === '100.00' ? '99.99 %' : `${rounded} %`;
}
