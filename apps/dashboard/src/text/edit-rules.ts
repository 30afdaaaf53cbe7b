/** Why an edge or a move is not allowed, in the words of the server's check. */
export const editRulesText = {
  edge: {
    noSuchBlock: 'The block is gone',
    toItself: 'A block can not lead to itself',
    exists: 'Connected already',
    note: 'A note has no edges',
    noSuchPort: (port: string) => `The block has no port ${port}`,
    intoTrigger: 'Nothing runs before a trigger',
    tooMany: 'A workflow has at most 5,000 edges',
    cycle: (target: string) => `${target} runs before it: use a loop to repeat blocks`,
    intoBody: (container: string) =>
      `It stands in the body of ${container}, which no block outside may lead to`,
    outOfBody: (container: string) =>
      container === ''
        ? 'It runs outside of this body'
        : `It runs outside of the body of ${container}`,
  },
  body: {
    noSuchBlock: 'The block is gone',
    notAContainer: 'Only loops and parallels have a body',
    insideItself: 'A block can not stand in its own body',
    trigger: 'A trigger starts the workflow: it stands in no body',
    note: 'A note has no edges, so it stands in no body',
    there: 'It stands there already',
    torn: (block: string) => `${block} would run both inside and outside of a body`,
  },
} as const;
