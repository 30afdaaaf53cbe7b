/** Folders of a workspace in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, open, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';

const name = z.string().trim().min(1).max(200);
const parentId = z.string().min(1).max(200).nullish().describe('Null: at the top.');

export const folderBody = z.strictObject({ name, parentId });
export type FolderBody = z.output<typeof folderBody>;

export const folderChanges = z
  .strictObject({ name: name.optional(), parentId })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Send at least one of name and parentId',
  });
export type FolderChanges = z.output<typeof folderChanges>;

const folderView = open({
  id: z.string().describe('`folderId` of its workflows.'),
  parentId: z.string().nullable(),
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type FolderView = View<typeof folderView>;

const example: FolderView = {
  id: exampleIds.folder,
  parentId: null,
  name: 'Sales',
  createdAt,
  updatedAt,
};
export const folderAnswer = answer('FolderAnswer', one(folderView), { data: example });
export const folderPage = answer('FolderPage', page(folderView), { data: [example] });

export interface FolderRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const folderViewOf = (row: FolderRow): FolderView => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
