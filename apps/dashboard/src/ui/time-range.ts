/** Two instants, ISO 8601 in UTC. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}
