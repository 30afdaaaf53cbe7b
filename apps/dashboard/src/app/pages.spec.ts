import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { signInRoute } from '../pages/sign-in/route.js';
import { statesByPath } from './page-states.js';
import { addressOf, pages } from './pages.js';

const pagesFolder = new URL('../pages/', import.meta.url);
const routes = [...pages.map(({ route }) => route), signInRoute];

describe('the list of pages', () => {
  it('has each path and each key once', () => {
    for (const list of [routes.map(({ path }) => path), pages.flatMap(({ keys }) => keys ?? [])])
      expect(new Set(list).size).toBe(list.length);
  });

  it.each(routes.map(({ path, file }) => [path, file]))(
    'names the file that the route of %s imports',
    (_path, file) => {
      const [folder, name] = file.split('/');
      expect(existsSync(new URL(file, pagesFolder))).toBe(true);
      const route = readFileSync(new URL(`${folder!}/route.ts`, pagesFolder), 'utf8');
      expect(route).toContain(`import('./${name!.replace(/\.tsx$/, '.js')}')`);
    },
  );

  it('has the pages whose states are named', () => {
    const paths = new Set(pages.map(({ route }) => route.path));
    expect(Object.keys(statesByPath).filter((path) => !paths.has(path))).toEqual([]);
  });

  it('has as few tabs as fit beside "More"', () => {
    expect(pages.filter(({ isTab }) => isTab).length).toBeLessThanOrEqual(4);
  });

  it('gives the address of every entry', () => {
    expect(pages.filter(({ group }) => group !== null).map((page) => addressOf(page, 'w 1')))
      .toMatchInlineSnapshot(`
     [
       "/w/w%201/start",
       "/w/w%201/workflows",
       "/w/w%201/executions",
       "/w/w%201/webhooks",
       "/w/w%201/settings/keys",
       "/w/w%201/settings/sessions",
       "/w/w%201/settings/about",
     ]
    `);
  });
});
