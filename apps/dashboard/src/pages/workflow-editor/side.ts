/** What stands beside the canvas instead of the chosen block. */
export type Side = 'webhooks' | 'deploy';
