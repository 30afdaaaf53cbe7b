import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../../core/api-key/api-key.js';
import { keyMembers, listKeys, type NewKey } from '../../data/keys.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { KeyRound, Plus } from '../../ui/icon.js';
import { Rows } from '../../ui/rows.js';
import { keyColumns } from './key-columns.js';
import { MadeKey } from './made-key.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';
import styles from './settings.module.css';

export function KeysPage() {
  const ws = useWorkspaceId();
  const keys = useQuery(listKeys(ws));
  const members = useQuery(keyMembers(ws));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const columns = keyColumns(members.data?.data ?? [], setRevoking);
  return (
    <Page
      title={words.title}
      facts={keys.data && <KeyCount {...keys.data} />}
      actions={
        <Button
          tone="primary"
          icon={Plus}
          isCompact
          disabledReason={made === null ? null : words.storeFirst}
          onPress={() => setMaking(true)}
        >
          {words.create}
        </Button>
      }
    >
      {made && (
        <MadeKey key={made.id} workspaceId={ws} made={made} onStored={() => setMade(null)} />
      )}
      <Loaded query={keys}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <EmptyState icon={KeyRound} title={words.none} detail={words.intro} />
          ) : (
            <>
              <Rows label={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
              <p className={styles.foot}>
                {nextCursor !== undefined && `${words.onlyNewest(data.length)} `}
                {words.intro} {words.endsWithOwner}
              </p>
            </>
          )
        }
      </Loaded>
      <NewKeyDialog
        workspaceId={ws}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onMade={(key) => {
          setMaking(false);
          setMade(key);
        }}
      />
      {revoking && (
        <RevokeKeyDialog workspaceId={ws} revoking={revoking} onClose={() => setRevoking(null)} />
      )}
    </Page>
  );
}

function KeyCount({ data, nextCursor }: { data: readonly ApiKey[]; nextCursor?: string }) {
  if (data.length === 0) return null;
  return <span className={styles.count}>{words.count(data.length, nextCursor !== undefined)}</span>;
}
