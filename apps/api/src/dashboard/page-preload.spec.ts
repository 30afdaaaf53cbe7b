import { describe, expect, it } from '@jest/globals';
import { preloadTags } from './page-preload.js';

const pages = [
  { path: 'executions', files: ['assets/list.js', 'assets/list.css'] },
  { path: 'executions/$id', files: ['assets/one.js'] },
  { path: 'settings/keys', files: ['assets/keys.js'] },
  { path: 'sign-in', files: ['assets/sign-in.js'] },
];
const filesAt = (address: string): string[] =>
  [...preloadTags(pages, address).matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file!);

describe('the code that is loaded beside the entry script', () => {
  it.each([
    ['/w/1/executions?status=error', ['list.js', 'list.css']],
    ['/w/1/executions/', ['list.js', 'list.css']],
    ['/w/1/executions/4711', ['one.js']],
    ['/w/1/settings/keys', ['keys.js']],
    ['/sign-in?next=%2Fw%2F1%2Fexecutions', ['sign-in.js']],
    ['/w/1/executions/4711/more', []],
    ['/w/1/', []],
    ['/', []],
    ['/w/1/"><script>', []],
  ])('at %s is %j', (address, files) => {
    expect(filesAt(address)).toEqual(files);
  });

  it('is tagged with the nonce of the answer; styles are loaded before the first picture', () => {
    expect(preloadTags(pages, '/w/1/executions')).toBe(
      '<link rel="modulepreload" crossorigin href="/assets/list.js" nonce="__NONCE__">' +
        '<link rel="stylesheet" crossorigin href="/assets/list.css" nonce="__NONCE__">',
    );
  });
});
