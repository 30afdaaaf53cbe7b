import { describe, expect, it } from '@jest/globals';
import { readCurl } from '../../core/curl/curl.js';
import { pastedText } from './pasted-text.js';

describe('pastedText', () => {
  it('counts the blocks, or names the triggers that are left out', () => {
    expect(pastedText({ ids: ['a', 'b'], leftOut: [], notes: [] })).toBe('Pasted 2 blocks');
    expect(pastedText({ ids: ['a'], leftOut: ['Hook'], notes: [] })).toMatch(/^Left out Hook/);
  });

  it('says what a block of a curl line lacks, and where a credential lies open', () => {
    const { problems } = readCurl(
      "curl https://shop.example -H 'authorization: Bearer abc' --proxy http://p",
    );
    const text = pastedText({ ids: ['call'], leftOut: [], notes: problems });
    expect(text).toMatch(/^Pasted 1 block\. .*credential.* --proxy.*left out\.$/);
  });
});
