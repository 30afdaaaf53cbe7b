import { describe, expect, it } from '@jest/globals';
import { definitionTextIn } from '../import/pasted-definition.js';
import { fileName, workflowFile } from './workflow-file.js';

const definition = '{ "blocks": [],\n "variables": {"n": 12345678901234567890} }';

describe('the file of a workflow', () => {
  it('has the bytes of the definition, and what else the file may hold', () => {
    const facts = { name: 'A "b"', description: 'Two\nlines', folderId: 'f' };
    const text = workflowFile(facts, definition);
    expect(definitionTextIn('file', text)).toBe(definition);
    expect(JSON.parse(text)).toMatchObject(facts);
    const bare = workflowFile({ name: 'A', description: null, folderId: null }, '{}');
    expect(bare).toBe('{"name":"A","definition":{}}\n');
  });

  it.each([
    ['Order intake', 'Order intake.json'],
    ['../../a\u0000b', 'a b.json'],
    ['a/b: "c"?', 'a b c.json'],
    ['...', 'workflow.json'],
    ['Größe 漢字', 'Größe 漢字.json'],
  ])('is named after %j', (name, expected) => {
    expect(fileName(name, 'json')).toBe(expected);
  });
});
