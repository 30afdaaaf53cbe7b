/**
 * When it was last switched off; null when nobody knows. In milliseconds, as the times of deliveries are: rounded down, so that the first
 * one is not missed. Kept when it is switched on. Index: the primary key.
 */
export const offSinceSql = `select date_trunc('milliseconds', off_since) as off_since from subscription where id = $1`;
