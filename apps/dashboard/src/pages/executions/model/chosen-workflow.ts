/** The workflow that a filter names, by its id or its name. */
export type ChosenWorkflow =
  | { readonly kind: 'any' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'one'; readonly id: string };

export function chosenWorkflow(
  wanted: string,
  workflows: readonly { readonly id: string; readonly name: string }[] | undefined,
): ChosenWorkflow {
  if (wanted === '') return { kind: 'any' };
  if (workflows === undefined) return { kind: 'unread' };
  const sameName = (name: string): boolean => name.toLowerCase() === wanted.toLowerCase();
  const found =
    workflows.find(({ id, name }) => id === wanted || name === wanted) ??
    workflows.find(({ name }) => sameName(name));
  return found === undefined ? { kind: 'unknown' } : { kind: 'one', id: found.id };
}
