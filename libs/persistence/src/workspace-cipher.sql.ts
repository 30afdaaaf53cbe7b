/** $1 workspace. Index: the primary key. */
export const wrappedKeySql =
  'select wrapped_key from workspace where id = $1 and erased_at is null';
