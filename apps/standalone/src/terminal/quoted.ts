/**
 * Text for a terminal. People outside chose names, reasons and messages: nothing in them may move
 * the cursor or turn the direction of the text.
 */

/** JSON leaves these as they are: DEL, C1 controls, and marks of direction. */
const moving = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const control = /[\u0000-\u0008\u000b-\u001f]/g;

const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON text of a value. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return (text ?? 'nothing').replace(moving, escaped);
}

export const quoted = (text: string): string => shown(text);

/** A message: spaces, tabs and lines stay. */
export const plain = (text: string): string =>
  text.replace(control, escaped).replace(moving, escaped);
