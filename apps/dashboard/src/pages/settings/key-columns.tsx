import type { ApiKey } from '../../core/api-key/api-key.js';
import { Time } from '../../parts/time/time.js';
import { useNow } from '../../parts/time/use-now.js';
import { common } from '../../text/common.js';
import { keysText as words } from '../../text/keys.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import type { Column } from '../../ui/rows.js';
import {
  endsSoon,
  isUnused,
  type KeyMember,
  limitsText,
  ownerOf,
  scopesText,
} from './model/key-facts.js';
import { TwoLines } from './two-lines.js';
import styles from './settings.module.css';

export const keyColumns = (
  members: readonly KeyMember[],
  onRevoke: (key: ApiKey) => void,
): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    title: words.columns.name,
    isName: true,
    cell: ({ name, prefix }) => (
      <TwoLines second={<code>{`${prefix}…`}</code>}>
        <b className={styles.name}>{name}</b>
      </TwoLines>
    ),
  },
  {
    id: 'scopes',
    title: words.columns.scopes,
    cell: (key) => <TwoLines second={limitsText(key)}>{scopesText(key.scopes)}</TwoLines>,
  },
  {
    id: 'owner',
    title: words.columns.owner,
    cell: (key) => {
      const { name, role } = ownerOf(key, members);
      return <TwoLines second={role}>{name}</TwoLines>;
    },
  },
  { id: 'lastUsed', title: words.columns.lastUsed, cell: (key) => <LastUsed apiKey={key} /> },
  { id: 'ends', title: words.columns.ends, cell: (key) => <Ends apiKey={key} /> },
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

function LastUsed({ apiKey }: { apiKey: ApiKey }) {
  const { lastUsedAt, createdAt } = apiKey;
  const nowMs = useNow();
  const made = (
    <>
      {words.madeAt} <Time at={createdAt} />
    </>
  );
  return (
    <TwoLines second={made}>
      <span className={styles.inline}>
        {lastUsedAt === null ? common.never : <Time at={lastUsedAt} />}
        {isUnused(apiKey, nowMs) && <Badge>{words.unused}</Badge>}
      </span>
    </TwoLines>
  );
}

function Ends({ apiKey }: { apiKey: ApiKey }) {
  const nowMs = useNow();
  if (apiKey.expiresAt === null) return common.never;
  return (
    <span className={endsSoon(apiKey, nowMs) ? styles.soon : undefined}>
      <Time at={apiKey.expiresAt} isAhead />
    </span>
  );
}
