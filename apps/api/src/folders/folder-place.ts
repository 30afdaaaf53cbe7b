/** Where a folder may stand in the tree of its workspace. Pure. */
export interface PlacedFolder {
  readonly id: string;
  readonly parent_id: string | null;
}

export const maxFolders = 1_000;
export const maxDepth = 10;

/**
 * Why `id` cannot stand below `parentId`; null when it can.
 * @param folders all of the workspace; `id` itself may be missing
 */
export function placeProblem(
  folders: readonly PlacedFolder[],
  id: string,
  parentId: string | null,
): string | null {
  if (parentId === null) return null;
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]));
  if (!parents.has(parentId)) return `There is no folder with the id "${parentId}"`;
  let depth = 1;
  for (let above: string | null = parentId; above !== null; above = parents.get(above) ?? null) {
    if (above === id) return 'A folder cannot be moved into itself or into a folder below it';
    depth += 1;
  }
  const deepest = depth + heightOf(folders, id) - 1;
  return deepest > maxDepth
    ? `Folders may be ${maxDepth} deep, and this would be ${deepest}`
    : null;
}

/** 1 for a folder without folders. The tree has no cycles, so this ends. */
function heightOf(folders: readonly PlacedFolder[], id: string): number {
  const children = new Map<string | null, string[]>();
  for (const folder of folders) {
    const siblings = children.get(folder.parent_id) ?? [];
    siblings.push(folder.id);
    children.set(folder.parent_id, siblings);
  }
  let height = 0;
  for (let level = [id]; level.length > 0; height += 1)
    level = level.flatMap((one) => children.get(one) ?? []);
  return height;
}
