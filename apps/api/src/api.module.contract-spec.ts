import { describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import { openTestApi } from './testing/open-test-api.js';

/** Metadata keys under which @nestjs/cqrs stores the class that a handler handles. */
const handlerMarks = ['__commandHandler__', '__queryHandler__'];

const api = openTestApi();

describe('the api', () => {
  it('has no command or query with two handlers', () => {
    const handled: string[] = [];
    const classes = new Set(
      [...api.app.get(ModulesContainer).values()].flatMap(({ providers }) =>
        [...providers.values()].flatMap(({ metatype }) =>
          typeof metatype === 'function' ? [metatype] : [],
        ),
      ),
    );
    for (const metatype of classes) {
      for (const mark of handlerMarks) {
        const message = Reflect.getMetadata(mark, metatype) as { name: string } | undefined;
        if (message !== undefined) handled.push(message.name);
      }
    }
    expect(handled.length).toBeGreaterThan(15);
    expect(handled.filter((name, index) => handled.indexOf(name) !== index)).toEqual([]);
  });
});
