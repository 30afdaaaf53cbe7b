export const expiryChoices = ['30', '90', '365', 'never'] as const;
export type Expiry = (typeof expiryChoices)[number];

const dayMs = 86_400_000;

export const expiresAt = (expiry: Expiry, nowMs: number): string | null =>
  expiry === 'never' ? null : new Date(nowMs + Number(expiry) * dayMs).toISOString();
