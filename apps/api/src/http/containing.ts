/** A pattern of `ilike`: the text anywhere; its wildcards are plain characters. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
