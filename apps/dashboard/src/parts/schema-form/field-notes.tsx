/** Below a field: what the server warns of, and the name that it takes for the meant one. */
import { pathKey } from '../../core/form/form-problem.js';
import { schemaFormText as words } from '../../text/schema-form.js';
import { Button } from '../../ui/button.js';
import { TriangleAlert } from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';
import styles from './schema-form.module.css';
import { asSentence, type FieldState } from './use-field.js';

export function FieldNotes({ state }: { state: FieldState }) {
  const { form, path, problem, set } = state;
  const warnings = (form.problems.get(pathKey(path)) ?? []).filter(
    ({ severity }) => severity === 'warning',
  );
  // With a length, a part of the text is meant: the field for references replaces it.
  const suggestion = problem?.length === undefined ? problem?.suggestion : undefined;
  return (
    <>
      {suggestion !== undefined && !form.isReadOnly && (
        <div>
          <Button onPress={() => set(JSON.stringify(suggestion))}>
            {words.replaceWith(suggestion)}
          </Button>
        </div>
      )}
      {warnings.map(({ message }) => (
        <p key={message} className={styles.warning}>
          <TriangleAlert {...smallIconSize} />
          {asSentence(message)}
        </p>
      ))}
    </>
  );
}
