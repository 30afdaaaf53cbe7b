export const iconSize = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
export const smallIconSize = { ...iconSize, size: 14 } as const;
