/** What stands beside the canvas instead of the chosen block. */
export const sides = ['webhooks', 'deploy', 'json', 'settings', 'tests', 'chat'] as const;
export type Side = (typeof sides)[number];

export interface SideProps {
  side: Side | null;
  onSide: (side: Side | null) => void;
}
