/** The superuser and the database that every local Postgres comes with. */
export const databaseUser = 'flowledger';
export const databaseName = 'flowledger';
