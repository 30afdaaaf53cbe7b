/** Words of the templates. */
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const templatesText = {
  list: 'Templates',
  blank: 'Blank workflow',
  blankDetail: 'Start with a trigger',
  blocks: (n: number) => count(n, 'block', 'blocks'),
  runs: 'Runs at once',
  picture: (title: string) => `Picture of ${title}`,
  needs: (names: readonly string[]) => `Set ${names.join(', ')} first`,
  secret: (name: string) => `{{${name}}}`,
} as const;
