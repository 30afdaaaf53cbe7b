import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { useRole } from '../../data/use-session.js';
import {
  activateSubscription,
  changeSubscription,
  deleteSubscription,
  rotateSecret,
  type Subscription,
} from '../../data/webhooks.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { NewSecretDialog } from '../../parts/subscription-form/new-secret-dialog.js';
import { SubscriptionDrawer } from '../../parts/subscription-form/subscription-drawer.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Ellipsis } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { notify } from '../../ui/toast-queue.js';

export interface SubscriptionMenuProps {
  workspaceId: string;
  subscription: Subscription;
}

type Asked = 'edit' | 'rotate' | 'off' | 'on' | 'delete';

export function SubscriptionMenu({ workspaceId, subscription }: SubscriptionMenuProps) {
  const queryClient = useQueryClient();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { active, url, suppressed = 0 } = subscription;
  const readAgain = (): void => {
    for (const operation of ['listWorkspaceSubscriptions', 'listSubscriptions'] as const)
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  };
  const deed = useMutation({
    mutationFn: async (what: Exclude<Asked, 'edit'>) => {
      if (what === 'rotate') {
        const { data } = await rotateSecret(workspaceId, subscription);
        setSecret(data.secret ?? null);
      } else if (what === 'delete') await deleteSubscription(workspaceId, subscription);
      else if (what === 'on') await activateSubscription(workspaceId, subscription, suppressed > 0);
      else await changeSubscription(workspaceId, subscription, { active: false });
    },
    onSuccess: (_answer, what) => {
      setAsked(null);
      notify(words.isDone[what]);
      readAgain();
    },
  });
  const close = (): void => {
    setAsked(null);
    deed.reset();
  };
  return (
    <>
      <Menu
        label={words.more}
        trigger={<IconButton icon={Ellipsis} label={words.actions} />}
        items={[
          { id: 'edit', label: words.edit, disabledReason: mayEdit },
          { id: 'rotate', label: words.rotate, disabledReason: mayEdit },
          active
            ? { id: 'off', label: words.switchOff, disabledReason: mayEdit }
            : { id: 'on', label: words.switchOn, disabledReason: mayEdit },
          { id: 'delete', label: words.remove, disabledReason: mayEdit },
        ]}
        onChoose={(id) => setAsked(id as Asked)}
      />
      {asked === 'edit' && (
        <SubscriptionDrawer
          workspaceId={workspaceId}
          subscription={subscription}
          onClose={close}
          onSaved={readAgain}
        />
      )}
      {asked !== null && asked !== 'edit' && (
        <ConfirmDialog
          title={words.ask[asked](url)}
          consequence={asked === 'on' ? words.switchingOn(suppressed) : words.consequence[asked]}
          keepText={words.keep}
          verb={words.verb[asked]}
          isDanger={asked === 'delete'}
          isPending={deed.isPending}
          problem={deed.error === null ? null : failureText(deed.error)}
          onConfirm={() => deed.mutate(asked)}
          onClose={close}
        />
      )}
      {secret !== null && <NewSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
