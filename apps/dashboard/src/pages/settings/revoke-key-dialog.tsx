import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../data/ask.js';
import type { ApiKey } from '../../core/api-key/api-key.js';
import { revokeKey } from '../../data/keys.queries.js';
import { confirming } from '../../parts/failure/confirming.js';
import { keysText as words } from '../../text/keys.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { notify } from '../../ui/toast.js';

export interface RevokeKeyDialogProps {
  workspaceId: string;
  revoking: ApiKey;
  onClose: () => void;
}

export function RevokeKeyDialog({ workspaceId, revoking, onClose }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => revokeKey(workspaceId, revoking.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listApiKeys') });
      notify(words.revoked(revoking.name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.revokeTitle(revoking.name)}
      consequence={words.revokeDetail}
      verb={words.revokeVerb}
      isDanger
      {...confirming(mutation)}
      onClose={onClose}
    />
  );
}
