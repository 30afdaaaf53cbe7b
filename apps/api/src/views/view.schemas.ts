/** Saved views in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, page as pageOfItems, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

const page = z
  .string()
  .regex(/^[a-z][a-z0-9/-]{0,63}$/, 'must be the path of a page, e.g. "executions"')
  .describe('The page of the dashboard that it belongs to.');

/** Printable ASCII: what a URL holds. */
const query = z
  .string()
  .max(4_096)
  .regex(/^[\x21-\x7e]*$/, 'must be a query string, percent-encoded')
  .describe('The filters as the query string of that page, without `?`.');

export const viewBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  page,
  query,
});
export type ViewBody = z.output<typeof viewBody>;

export const viewsQuery = z.strictObject({
  ...pageParameters,
  page: page.optional().meta({ example: 'executions' }),
});
export type ViewsParameters = z.output<typeof viewsQuery>;

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  page: z.string(),
  query: z.string(),
  createdBy: z.string().nullable().describe('Null for a workspace key.'),
  createdAt: instant,
  updatedAt: instant,
});
export type SavedView = View<typeof savedView>;

const example: SavedView = {
  id: exampleIds.view,
  name: 'Failed orders',
  page: 'executions',
  query: 'status=error&workflow=orders',
  createdBy: exampleIds.user,
  createdAt,
  updatedAt,
};
export const viewAnswer = answer('SavedViewAnswer', one(savedView), { data: example });
export const viewPage = answer('SavedViewPage', pageOfItems(savedView), { data: [example] });

export interface ViewRow {
  readonly id: string;
  readonly name: string;
  readonly page: string;
  readonly query: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const savedViewOf = (row: ViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  page: row.page,
  query: row.query,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
