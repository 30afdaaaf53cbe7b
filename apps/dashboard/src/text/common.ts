/** Words that every page shares. */
export const common = {
  product: 'Flowledger',
  loading: 'Loading',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  copyCurl: 'Copy as curl',
  kit: {
    close: 'Close',
    dismiss: 'Dismiss',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand:
      'This browser does not let a page copy over plain http. Select the text and copy it.',
    nothingFound: 'Nothing found',
    search: 'Search',
    apply: 'Apply',
    from: 'From',
    to: 'To',
    rangeNeedsOrder: 'The end must be after the start.',
  },
  never: 'never',
  ago: (text: string) => text,
  code: {
    offline: 'This page could not be loaded, because the server does not answer',
    offlineDetail: 'It is loaded as soon as the server answers.',
    gone: 'This page was updated on the server',
    goneDetail: 'Reload to get the version that the server has now.',
  },
  failure: {
    title: 'Something failed',
    offline: 'The server did not answer',
    offlineDetail: 'Check the connection, or whether the service runs.',
    signedOut: 'This session has ended',
    signedOutDetail: 'It was revoked, or it was not used for too long. Sign in again to go on.',
    signInAgain: 'Sign in again',
    forbidden: 'You may not see this',
    missing: 'There is nothing here',
    missingDetail: 'It does not exist, or it belongs to a workspace that you may not see.',
    limited: 'Too many requests',
    limitedDetail: (seconds: number | null) =>
      seconds === null ? 'Try again in a minute.' : `Try again in ${seconds} s.`,
    broken: 'The server failed',
    brokenDetail: (status: number, requestId: string | null) =>
      requestId === null
        ? `The answer was ${status} without a request id: it came from a proxy in front of the server, or the server is starting.`
        : `Request ${requestId}. The server's log has the reason.`,
    byProxy: 'The answer has no request id: it came from a proxy in front of the server.',
    refused: 'The request was refused',
    page: 'This page failed',
    pageDetail: 'This is a fault of the page, not of the server. Reload it; nothing was changed.',
    reload: 'Reload',
  },
} as const;
