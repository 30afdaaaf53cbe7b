import { describe, expect, it } from '@jest/globals';
import { editorSearch } from './editor-search.js';

const run = '0193b1c4-0000-7000-8000-000000000001';

describe('the address of the editor', () => {
  it('names the run that is shown', () => {
    expect(editorSearch.parse({ run })).toEqual({ run });
    expect(editorSearch.format({ run })).toEqual({ run });
    expect(editorSearch.format({ run: null })).toEqual({});
  });

  it.each(['', '../x', `${run}x`, '<script>'])('drops what is no execution: %j', (raw) => {
    expect(editorSearch.parse({ run: raw })).toEqual({ run: null });
  });
});
