/** The form of one subscription, its sample beside it, and what is done with it below. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  editCount,
  fieldsOf,
  problemsOf,
  type SubscriptionDraft,
} from '../../core/subscription/subscription-draft.js';
import { keyOf } from '../../data/ask.js';
import { changeSubscription, createSubscription } from '../../data/webhooks.queries.js';
import { subscriptionText } from '../../text/subscription.js';
import { workflowWebhooksText as words } from '../../text/workflow-webhooks.js';
import { Notice } from '../../ui/notice.js';
import { TextField } from '../../ui/text-field.js';
import { notify } from '../../ui/toast-queue.js';
import { failureText } from '../failure/failure-notice.js';
import { NewSecretDialog } from '../subscription-form/new-secret-dialog.js';
import {
  FilterFields,
  LimitFields,
  SecretFields,
} from '../subscription-form/subscription-fields.js';
import type { EditedSubscription } from './edited-subscription.js';
import { EditorFoot } from './editor-foot.js';
import { SampleColumn } from './sample-column.js';
import { useTest } from './use-test.js';
import styles from './webhooks-panel.module.css';

export interface SubscriptionEditorProps {
  of: EditedSubscription;
  saved: SubscriptionDraft;
  draft: SubscriptionDraft;
  mayEdit: string | null;
  onChange: (draft: SubscriptionDraft) => void;
  /** Its edits are saved, or given up. */
  onForget: () => void;
  onChoose: (id: string | null) => void;
}

export function SubscriptionEditor({
  of,
  saved,
  draft,
  mayEdit,
  ...props
}: SubscriptionEditorProps) {
  const { workspaceId, workflowId, subscription } = of;
  const { onChange, onForget, onChoose } = props;
  const queryClient = useQueryClient();
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const test = useTest(of);
  const problems = problemsOf(draft);
  const shown = (name: Parameters<typeof problems.has>[0]): string | null =>
    isTried && problems.has(name) ? subscriptionText.problem[name] : null;
  const change = (next: Partial<SubscriptionDraft>): void => onChange({ ...draft, ...next });
  const save = useMutation({
    mutationFn: async () => {
      const fields = fieldsOf(draft);
      const { data } =
        subscription === null
          ? await createSubscription(workspaceId, workflowId, fields)
          : await changeSubscription(workspaceId, subscription, fields);
      await queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listSubscriptions') });
      return data;
    },
    onSuccess: ({ id, secret }) => {
      if (secret !== undefined) {
        setMade({ id, secret });
        return;
      }
      onForget();
      notify(words.saved);
      onChoose(id);
    },
  });
  return (
    <>
      <div className={styles.columns}>
        <form
          className={styles.form}
          aria-label={words.form(subscription?.url ?? '')}
          onSubmit={(event) => event.preventDefault()}
        >
          {save.error !== null && (
            <Notice tone="error" title={words.failed} detail={failureText(save.error)} />
          )}
          <TextField
            label={subscriptionText.url}
            type="url"
            isMono
            size="medium"
            value={draft.url}
            problem={shown('url')}
            onChange={(url) => change({ url })}
          />
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
        </form>
        <SampleColumn of={of} saved={saved.includes} includes={draft.includes} test={test} />
      </div>
      <EditorFoot
        of={of}
        edits={editCount(saved, draft)}
        mayEdit={mayEdit}
        test={test}
        isSaving={save.isPending}
        onDiscard={() => {
          onForget();
          if (subscription === null) onChoose(null);
        }}
        onSave={() => {
          setTried(true);
          if (problems.size === 0) save.mutate();
        }}
      />
      {made !== null && (
        <NewSecretDialog
          secret={made.secret}
          onClose={() => {
            setMade(null);
            onForget();
            onChoose(made.id);
          }}
        />
      )}
    </>
  );
}
