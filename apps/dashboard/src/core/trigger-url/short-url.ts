/** A trigger URL short enough for a bar: its token is secret and says nothing. */
const shownToken = 8;

/** @returns `/trigger/EpnGQAgU…/orders` for `https://host/api/webhooks/trigger/<token>/orders` */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '');
  const at = parts.indexOf('trigger');
  const shown = at === -1 ? parts : parts.slice(at);
  return `/${shown
    .map((part, index) =>
      at !== -1 && index === 1 && index < shown.length - 1 && part.length > shownToken
        ? `${part.slice(0, shownToken)}…`
        : part,
    )
    .join('/')}`;
}

/** The methods of a webhook trigger, as its configuration has them. */
export const methodsText = (methods: readonly string[]): string => {
  const [first = 'POST', ...others] = methods;
  return others.length === 0 ? first : `${first} +${others.length}`;
};
