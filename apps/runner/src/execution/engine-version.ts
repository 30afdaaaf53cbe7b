/** Recorded in every claim and start event, so that a replay knows which engine wrote a history. */
export const engineVersion = '3';
