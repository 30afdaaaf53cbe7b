/** Primary key. */
export const accountLimitsSql = 'select plan, limits from account where id = $1';
