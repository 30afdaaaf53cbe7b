import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, listKeys, type NewKey } from '../../data/keys.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { KeyRound } from '../../ui/icon.js';
import { Rows } from '../../ui/rows.js';
import { keyColumns } from './key-columns.js';
import { MadeKeyDialog } from './made-key-dialog.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';

export function KeysPage() {
  const ws = useWorkspaceId();
  const keys = useQuery(listKeys(ws));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const columns = keyColumns(setRevoking);
  return (
    <Page
      title={words.title}
      intro={words.intro}
      actions={
        <Button tone="primary" onPress={() => setMaking(true)}>
          {words.create}
        </Button>
      }
    >
      <Loaded query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={KeyRound} title={words.none} />
          ) : (
            <Rows label={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
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
      {made && <MadeKeyDialog workspaceId={ws} made={made} onClose={() => setMade(null)} />}
      {revoking && (
        <RevokeKeyDialog workspaceId={ws} revoking={revoking} onClose={() => setRevoking(null)} />
      )}
    </Page>
  );
}
