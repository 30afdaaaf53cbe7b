/** What is said after something was pasted on a canvas. */
export const pasteText = {
  pasted: (n: number) => (n === 1 ? 'Pasted 1 block' : `Pasted ${n} blocks`),
  leftOut: (names: readonly string[]) =>
    `Left out ${names.join(', ')}: this workflow has a trigger already`,
  nothing: 'Copy blocks, a curl command or a workflow, and paste it here',
  newerCopy: 'A newer dashboard copied these blocks. Reload this page, and paste again',
  tooMany: 'A workflow has at most 1,000 blocks',
} as const;
