import type { ApiKey } from '../../data/keys.queries.js';
import { Time } from '../../parts/time/time.js';
import { common } from '../../text/common.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import type { Column } from '../../ui/rows.js';

const timeOrNever = (at: string | null) => (at === null ? common.never : <Time at={at} />);

export const keyColumns = (onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  { id: 'name', title: words.columns.name, cell: ({ name }) => name },
  { id: 'key', title: words.columns.key, cell: ({ prefix }) => <code>{`${prefix}…`}</code> },
  {
    id: 'scopes',
    title: words.columns.scopes,
    cell: ({ scopes }) => scopes.map((scope) => words.scope[scope]).join(', '),
  },
  { id: 'created', title: words.columns.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'lastUsed',
    title: words.columns.lastUsed,
    cell: ({ lastUsedAt }) => timeOrNever(lastUsedAt),
  },
  { id: 'ends', title: words.columns.ends, cell: ({ expiresAt }) => timeOrNever(expiresAt) },
  {
    id: 'actions',
    title: words.columns.actions,
    align: 'end',
    cell: (key) => (
      <Button tone="danger" aria-label={words.revokeOne(key.name)} onPress={() => onRevoke(key)}>
        {words.revoke}
      </Button>
    ),
  },
];
