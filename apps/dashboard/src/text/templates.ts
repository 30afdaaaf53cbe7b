/** Words of the templates. */
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const templatesText = {
  title: 'New workflow',
  list: 'Templates',
  blank: 'Blank workflow',
  blankDetail: 'Start with a trigger',
  blankName: 'Untitled workflow',
  trigger: 'Webhook',
  failed: 'The workflow was not made',
  cancel: 'Cancel',
  blocks: (n: number) => count(n, 'block', 'blocks'),
  runs: 'Runs at once',
  picture: (title: string) => `Picture of ${title}`,
  needs: (names: readonly string[]) => `Set ${names.join(', ')} first`,
  secret: (name: string) => `{{${name}}}`,
} as const;
