/** Folders as one list, each with the names of those around it. Pure. */
export interface Folder {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
}

export interface ListedFolder {
  readonly id: string;
  /** `Sales / EU`. */
  readonly path: string;
}

/** As deep as the server lets them be; a loop ends here. */
const maxDepth = 10;

/** In the order of their paths. A parent that is not known is left out. */
export function folderList(folders: readonly Folder[]): readonly ListedFolder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = (folder: Folder): string => {
    const names = [folder.name];
    let above = byId.get(folder.parentId ?? '');
    for (let depth = 1; above !== undefined && depth < maxDepth; depth += 1) {
      names.unshift(above.name);
      above = byId.get(above.parentId ?? '');
    }
    return names.join(' / ');
  };
  return folders
    .map((folder) => ({ id: folder.id, path: pathOf(folder) }))
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en'));
}
