/** $1 width in minutes, $2 before, $3 how many. Index: execution_stats_age. */
export const expireExecutionStatsSql = `
delete from execution_stats where ctid = any(array(
  select ctid from execution_stats where width_minutes = $1::int and starts_at < $2 order by starts_at limit $3))`;

/** The same. Index: delivery_stats_age. */
export const expireDeliveryStatsSql = `
delete from delivery_stats where ctid = any(array(
  select ctid from delivery_stats where width_minutes = $1::int and starts_at < $2 order by starts_at limit $3))`;

/** $1 day before which they go, $2 how many. Index: error_group_age. */
export const expireErrorGroupsSql = `
delete from error_group where ctid = any(array(
  select ctid from error_group where day < $1::date order by day limit $2))`;

/** The same. Index: notification_age. */
export const expireNotificationsSql = `
delete from notification where ctid = any(array(
  select ctid from notification where day < $1::date order by day limit $2))`;
