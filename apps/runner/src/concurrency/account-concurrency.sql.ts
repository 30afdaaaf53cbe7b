/** $1 account. Index: primary key. */
export const accountLimitsSql = 'select plan, limits from account where id = $1';
