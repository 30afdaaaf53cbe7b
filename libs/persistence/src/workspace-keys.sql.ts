/** $1 workspace. Index: the primary key. */
export const wrappedKeySql =
  'select wrapped_key from workspace where id = $1 and erased_at is null';

/** Reads every workspace, but only when an operator asks for it. */
export const workspacesSql =
  'select id, wrapped_key from workspace where erased_at is null order by id';
export const lockedWorkspacesSql = `${workspacesSql} for update`;
export const rewrapSql = 'update workspace set wrapped_key = $2 where id = $1';
export const dropSecretsSql = 'delete from workspace_secret where workspace_id = $1';
/** Unsigned deliveries would look forged to receivers, so these subscriptions wait for a person. */
export const stopSubscriptionsSql = `update subscription
  set secret_ciphertext = null, previous_secret_ciphertext = null, headers_ciphertext = null,
      active = false, deactivated_reason = 'MASTER_KEY_LOST', updated_at = now()
  where workspace_id = $1
    and (secret_ciphertext is not null or previous_secret_ciphertext is not null or headers_ciphertext is not null)`;
