import { describe, expect, it } from '@jest/globals';
import { openedPage } from './opened-page.js';

const pages = [
  { path: 'executions', isSlim: false, files: ['assets/list.js', 'assets/list.css'] },
  { path: 'executions/$id', isSlim: true, files: ['assets/one.js'] },
  { path: 'settings/keys', isSlim: false, files: ['assets/keys.js'] },
  { path: 'sign-in', isSlim: false, files: ['assets/sign-in.js'] },
];
const index = '<html lang="en"><head><title>x</title></head></html>';
const opened = (address: string): string => openedPage(index, pages, address);

describe('the HTML of an address', () => {
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
  ])('at %s loads %j beside the entry script', (address, files) => {
    const found = [...opened(address).matchAll(/href="\/assets\/([^"]+)"/g)];
    expect(found.map(([, file]) => file)).toEqual(files);
  });

  it('gives each tag the nonce of the answer; styles are loaded before the first picture', () => {
    expect(opened('/w/1/executions')).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/list.js" nonce="__NONCE__">' +
        '<link rel="stylesheet" crossorigin href="/assets/list.css" nonce="__NONCE__"></head>',
    );
  });

  it.each([
    ['/w/1/executions', '<html data-boot="full" lang="en">'],
    ['/w/1/nowhere', '<html data-boot="full" lang="en">'],
    ['/w/1/executions/4711', '<html data-boot="slim" lang="en">'],
    ['/sign-in', '<html lang="en">'],
    ['/w/', '<html lang="en">'],
  ])('at %s draws the frame by %s', (address, tag) => {
    expect(opened(address)).toContain(tag);
  });
});
