/** Makes or changes a subscription: every field of spec 2.4. The editor opens the same one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  draftOf,
  emptyDraft,
  fieldsOf,
  problemsOf,
  sampleBody,
  type SubscriptionDraft,
} from '../../core/subscription/subscription-draft.js';
import { keyOf } from '../../data/ask.js';
import {
  changeSubscription,
  createSubscription,
  type Subscription,
} from '../../data/webhooks.queries.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { subscriptionText as words } from '../../text/subscription.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Drawer } from '../../ui/drawer.js';
import { Notice } from '../../ui/notice.js';
import { Select } from '../../ui/select.js';
import { TextField } from '../../ui/text-field.js';
import { failureText } from '../failure/failure-notice.js';
import { FilterFields, LimitFields, SecretFields } from './subscription-fields.js';
import { NewSecretDialog } from './new-secret-dialog.js';

export interface SubscriptionDrawerProps {
  workspaceId: string;
  /** Null: a new one. */
  subscription: Subscription | null;
  /** The workflow that a new one is for, where the place says it. */
  workflowId?: string;
  onClose: () => void;
  onSaved: (id: string) => void;
}

const allWorkflows = 'all';

export function SubscriptionDrawer({
  workspaceId,
  subscription,
  ...props
}: SubscriptionDrawerProps) {
  const queryClient = useQueryClient();
  const workflows = useQuery({ ...listWorkflows(workspaceId), enabled: subscription === null });
  const [draft, setDraft] = useState<SubscriptionDraft>(() =>
    subscription === null ? emptyDraft(props.workflowId ?? null) : draftOf(subscription),
  );
  const [isTried, setTried] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const problems = problemsOf(draft);
  const shown = (name: Parameters<typeof problems.has>[0]): string | null =>
    isTried && problems.has(name) ? words.problem[name] : null;
  const save = useMutation({
    mutationFn: async () => {
      const fields = fieldsOf(draft);
      const { data } =
        subscription === null
          ? await createSubscription(workspaceId, draft.workflowId, fields)
          : await changeSubscription(workspaceId, subscription, fields);
      return data;
    },
    onSuccess: (data) => {
      for (const operation of ['listWorkspaceSubscriptions', 'listSubscriptions'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
      props.onSaved(data.id);
      if (data.secret === undefined) props.onClose();
      else setSecret(data.secret);
    },
  });
  const change = (next: Partial<SubscriptionDraft>): void => setDraft({ ...draft, ...next });
  if (secret !== null) return <NewSecretDialog secret={secret} onClose={props.onClose} />;
  return (
    <Drawer
      title={subscription === null ? words.add : words.change}
      isOpen
      closesBy="buttons"
      widthPx={520}
      onClose={props.onClose}
      footer={
        <Button
          size="large"
          tone="primary"
          isPending={save.isPending}
          onPress={() => {
            setTried(true);
            if (problems.size === 0) save.mutate();
          }}
        >
          {subscription === null ? words.add : words.save}
        </Button>
      }
    >
      {save.error !== null && (
        <Notice tone="error" title={words.failed} detail={failureText(save.error)} />
      )}
      <TextField
        label={words.url}
        type="url"
        value={draft.url}
        problem={shown('url')}
        onChange={(url) => change({ url })}
      />
      {subscription === null && (
        <Select
          label={words.workflow}
          choices={[
            { id: allWorkflows, label: words.allWorkflows },
            ...(workflows.data ?? []).map(({ id, name }) => ({ id, label: name })),
          ]}
          chosen={draft.workflowId ?? allWorkflows}
          onChoose={(id) => change({ workflowId: id === allWorkflows ? null : id })}
        />
      )}
      <SecretFields
        draft={draft}
        hasSecret={subscription?.hasSecret ?? false}
        oldUntil={subscription?.previousSecretValidUntil ?? null}
        problem={shown('secret')}
        onChange={change}
      />
      <FilterFields
        draft={draft}
        levelProblem={shown('levels')}
        triggerProblem={shown('triggers')}
        onChange={change}
      />
      <LimitFields draft={draft} headersProblem={shown('headers')} onChange={change} />
      <CodeBlock label={words.sample} language="json" text={sampleBody(draft)} hasCopy={false} />
    </Drawer>
  );
}
