import { describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { Operation, operationOf } from './operation.decorator.js';

const answers = { 200: null };

@Controller(['api/v1/parents/:parentId/children', 'api/v1/children'])
class Children {
  @Operation({ id: ['listOwn', 'listAll'], summary: 'Children', role: 'viewer', answers })
  @Get()
  list(): void {}

  @Operation({
    id: { GET: 'read', POST: 'make', PUT: 'replace', PATCH: 'change', DELETE: 'remove' },
    summary: 'One child',
    role: 'viewer',
    answers,
  })
  @Get('one')
  one(): void {}

  @Get('bare')
  bare(): void {}
}

const { list, one, bare } = Children.prototype;
const idAt = (path: string, handler = list, method = 'GET'): string | undefined =>
  operationOf(Children, handler, { method, path })?.id;

describe('the description of a handler', () => {
  it('has one operation id for each path of its controller', () => {
    expect(idAt('/api/v1/parents/:parentId/children')).toBe('listOwn');
    expect(idAt('/api/v1/children')).toBe('listAll');
  });

  it('has one operation id for each method', () => {
    expect(idAt('/api/v1/children/one', one)).toBe('read');
    expect(idAt('/api/v1/children/one', one, 'DELETE')).toBe('remove');
  });

  it('throws for a path that the controller does not have', () => {
    expect(() => idAt('/elsewhere')).toThrow('Children has no text for /elsewhere');
  });

  it('is absent without @Operation()', () => {
    expect(
      operationOf(Children, bare, { method: 'GET', path: '/api/v1/children' }),
    ).toBeUndefined();
  });
});
