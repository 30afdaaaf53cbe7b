/** The superuser and the database of every local Postgres. */
export const databaseUser = 'flowledger';
export const databaseName = 'flowledger';
