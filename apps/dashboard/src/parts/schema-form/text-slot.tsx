/** The plain field for texts, where no better one is given. */
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import type { TextSlotProps } from './form-context.js';
import { asSentence } from './use-field.js';

export function PlainTextSlot({ language, problem, rows, path: _, ...props }: TextSlotProps) {
  const message = problem && asSentence(problem.message);
  // What is read by a program is mono; what is read by people or models is not.
  const isMono = language !== 'text' || rows === 1;
  return rows === 1 ? (
    <TextField {...props} problem={message} isMono={isMono} />
  ) : (
    <TextArea {...props} problem={message} isMono={isMono} lines={rows} />
  );
}
