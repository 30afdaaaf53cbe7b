import { describe, expect, it } from '@jest/globals';
import { countProblems, formPartsOf } from './form-parts.js';
import { placeProblems } from './form-problem.js';
import { blockSchemas } from './testing/block-schemas.js';

const names = (fields: readonly { readonly title: string }[]): string[] =>
  fields.map(({ title }) => title);

describe('parts of a form', () => {
  it('hold every field of every block type once', () => {
    for (const schema of Object.values(blockSchemas)) {
      const { all, settings, errors } = formPartsOf(schema, null);
      expect([...names(settings), ...names(errors)].toSorted()).toEqual(names(all).toSorted());
    }
  });

  it('keep apart what happens when a request fails', () => {
    const { errors } = formPartsOf(blockSchemas['api'] ?? {}, null);
    expect(names(errors)).toEqual([
      'Timeout',
      'Idle timeout',
      'Total timeout',
      'Retry',
      'After a failure',
    ]);
    expect(errors.some(({ isAdvanced }) => isAdvanced)).toBe(false);
  });

  it('leave a trigger without a part for errors', () => {
    expect(formPartsOf(blockSchemas['webhook'] ?? {}, null).errors).toEqual([]);
  });

  it('count the problems of their own fields, also of fields inside', () => {
    const parts = formPartsOf(blockSchemas['api'] ?? {}, null);
    const config = { url: 'x', retry: { maxRetries: 99 } };
    const { byField } = placeProblems(
      [
        { path: ['retry', 'maxRetries'], message: 'must be at most 20', severity: 'problem' },
        { path: ['url'], message: 'is no URL', severity: 'problem' },
      ],
      parts.all,
      config,
    );
    expect(countProblems(parts.errors, byField, config)).toBe(1);
    expect(countProblems(parts.settings, byField, config)).toBe(1);
  });
});
