export const iconSize = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;
