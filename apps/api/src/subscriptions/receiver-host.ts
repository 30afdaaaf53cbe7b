/**
 * The host that a quota of subscriptions counts, whatever notation the URL has. Its ports count
 * together: they are one machine.
 */
export const receiverHostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');
