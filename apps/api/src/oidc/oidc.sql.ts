/** Sign-ins with a provider that came to an end, whatever it was. */

/** $1 hash of the state, $2 seconds until it could not be used anyway. Index: primary key. */
export const finishSignInSql = `
  insert into oidc_finished (state_hash, expires_at) values ($1, now() + make_interval(secs => $2))
  on conflict do nothing returning state_hash`;

/** Some old ones go with each new one. Index: oidc_finished_end. */
export const deleteFinishedSql = `
  delete from oidc_finished where state_hash = any(array(
    select state_hash from oidc_finished where expires_at < now() order by expires_at limit 100
    for update skip locked))`;
