/** Recorded in every claim and at every start, so that a replay knows which engine wrote a history (design.md 3.11). */
export const engineVersion = '3';
