import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Device, listDevices, revokeDevice } from '../../data/session.queries.js';
import { confirming } from '../../parts/failure/confirming.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { Time } from '../../parts/time/time.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { sessionsText as words } from '../../text/sessions.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { type Column, Rows } from '../../ui/rows.js';
import { notify } from '../../ui/toast.js';
import { agentText } from './model/agent-text.js';

const nameOf = ({ agent }: Device): string => agentText(agent) ?? words.unknownAgent;

const columnsOf = (onRevoke: (device: Device) => void): readonly Column<Device>[] => [
  {
    id: 'device',
    title: words.columns.device,
    cell: (device) => (device.current ? `${nameOf(device)} (${words.thisDevice})` : nameOf(device)),
  },
  { id: 'address', title: words.columns.address, cell: ({ address }) => address },
  { id: 'seen', title: words.columns.seen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  { id: 'created', title: words.columns.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'actions',
    title: words.columns.actions,
    align: 'end',
    cell: (device) => (
      <Button
        tone="danger"
        aria-label={words.revokeOne(nameOf(device))}
        onPress={() => onRevoke(device)}
      >
        {words.revoke}
      </Button>
    ),
  },
];

export function SessionsPage() {
  const ws = useWorkspaceId();
  const devices = useQuery(listDevices(ws));
  const [revoking, setRevoking] = useState<Device | null>(null);
  return (
    <Page title={words.title} intro={words.intro}>
      <Loaded query={devices}>
        {({ data }) => (
          <Rows
            label={words.title}
            columns={columnsOf(setRevoking)}
            rows={data}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      {revoking && (
        <RevokeDeviceDialog workspaceId={ws} device={revoking} onClose={() => setRevoking(null)} />
      )}
    </Page>
  );
}

interface RevokeDeviceDialogProps {
  workspaceId: string;
  device: Device;
  onClose: () => void;
}

function RevokeDeviceDialog({ workspaceId, device, onClose }: RevokeDeviceDialogProps) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => revokeDevice(device.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: listDevices(workspaceId).queryKey });
      notify(words.revoked);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.revokeTitle}
      consequence={words.revokeDetail(nameOf(device))}
      verb={words.revokeVerb}
      isDanger
      {...confirming(mutation)}
      onClose={onClose}
    />
  );
}
