/** Where the text of a field is underlined. */
import type { Mistake } from '../../core/completion/field-references.js';
import type { Wave } from './field-problem.js';

/** A save takes an unknown secret: it may be made later. */
export const waveOfMistake = ({ from, to, kind }: Mistake): Wave => ({
  from,
  to,
  tone: kind === 'secret' ? 'warning' : 'error',
});
