/**
 * $1 subscription. When it was last switched off, also after it is on again; null when unknown.
 * Rounded down to ms like delivery times, so the first delivery is included. Index: primary key.
 */
export const offSinceSql = `select date_trunc('milliseconds', off_since) as off_since from subscription where id = $1`;
