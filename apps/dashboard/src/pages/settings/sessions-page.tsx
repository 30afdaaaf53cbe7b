import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { absoluteText } from '../../core/format/format.js';
import { useZone } from '../../data/preferences.js';
import { type Device, listDevices, revokeDevice } from '../../data/session.queries.js';
import { confirming } from '../../parts/failure/confirming.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { Page } from '../../parts/page/page.js';
import { Time } from '../../parts/time/time.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { sessionsText as words } from '../../text/sessions.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { type Column, Rows } from '../../ui/rows.js';
import { notify } from '../../ui/toast.js';
import { agentText } from './model/agent-text.js';
import { inOrder } from './model/device-order.js';
import styles from './settings.module.css';
import { TwoLines } from './two-lines.js';

const nameOf = ({ agent }: Device): string => agentText(agent) ?? words.unknownAgent;

/** Devices of one kind are told apart by when they signed in. */
const fullNameOf = (device: Device, zone: string | undefined): string =>
  words.signedInAt(nameOf(device), absoluteText(device.createdAt, zone));

const columnsOf = (
  zone: string | undefined,
  onRevoke: (device: Device) => void,
): readonly Column<Device>[] => [
  {
    id: 'device',
    title: words.columns.device,
    isName: true,
    cell: (device) => (
      <TwoLines second={words.from(device.address)}>
        <span className={styles.inline}>
          <b className={styles.name}>{nameOf(device)}</b>
          {device.current && <Badge tone="accent">{words.thisDevice}</Badge>}
        </span>
      </TwoLines>
    ),
  },
  {
    id: 'created',
    title: words.columns.created,
    cell: ({ createdAt }) => (
      <TwoLines second={absoluteText(createdAt, zone)}>
        <Time at={createdAt} />
      </TwoLines>
    ),
  },
  { id: 'seen', title: words.columns.seen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  {
    id: 'actions',
    title: words.columns.actions,
    align: 'end',
    cell: (device) => (
      <Button
        tone="danger"
        aria-label={words.revokeOne(fullNameOf(device, zone))}
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
  const zone = useZone();
  const [revoking, setRevoking] = useState<Device | null>(null);
  return (
    <Page title={words.title} intro={words.intro}>
      <Loaded query={devices}>
        {({ data }) => (
          <Rows
            label={words.title}
            columns={columnsOf(zone, setRevoking)}
            rows={inOrder(data)}
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
  const zone = useZone();
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
      consequence={words.revokeDetail(fullNameOf(device, zone), device.address)}
      verb={words.revokeVerb}
      isDanger
      {...confirming(mutation)}
      onClose={onClose}
    />
  );
}
