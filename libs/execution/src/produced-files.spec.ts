import { describe, expect, it } from '@jest/globals';
import type { BlockCompleted, ExecutionStarted } from '@libs/contracts';
import { evolve, newHistory, type ExecutionHistory } from './history.js';
import { parkedStateOf, restoreHistory } from './parked-state.js';
import {
  addProducedFiles,
  maxFiles,
  maxFilesTextLength,
  producedFilesText,
  type ProducedFile,
} from './produced-files.js';

const filesIn = (value: unknown, executionId = 'e'): ProducedFile[] => {
  const files: ProducedFile[] = [];
  addProducedFiles(files, executionId, { blockId: 'b', iteration: '' }, JSON.stringify(value));
  return files;
};
const embedded = (text: string, name?: string) => ({
  ...(name !== undefined && { name }),
  contentType: 'text/plain; charset=utf-8',
  sizeBytes: 99,
  base64: Buffer.from(text).toString('base64'),
});
const stored = {
  id: 'f1',
  name: 'a.pdf',
  size: 7,
  type: 'application/pdf',
  url: 'https://files.example/a.pdf',
  key: 'k/a.pdf',
};

describe('files in an output', () => {
  it('are listed with name, size and path when they are embedded bytes', () => {
    const id = expect.stringMatching(/^[0-9a-f]{32}$/);
    const other = { url: null, key: null, blockId: 'b', iteration: '' };
    expect(filesIn({ data: embedded('hello'), list: [{ doc: embedded('', 'no.txt') }] })).toEqual([
      { ...other, id, name: null, size: 5, type: 'text/plain', path: 'data' },
      { ...other, id, name: 'no.txt', size: 0, type: 'text/plain', path: 'list[0].doc' },
    ]);
  });

  it('are listed with URL or key when they are stored elsewhere', () => {
    expect(filesIn(stored)).toEqual([{ ...stored, blockId: 'b', iteration: '', path: '' }]);
    const { id: _, url: __, ...byKey } = stored;
    expect(filesIn([byKey])).toMatchObject([{ key: 'k/a.pdf', url: null, path: '[0]' }]);
  });

  it('are listed once, and the same bytes have another id in another execution', () => {
    const [file] = filesIn({ a: embedded('x'), b: embedded('x'), c: [embedded('x', 'n')] });
    expect(filesIn({ a: embedded('x'), b: embedded('x') })).toEqual([file]);
    expect(filesIn({ a: embedded('x') }, 'other')[0]?.id).not.toBe(file?.id);
    expect(filesIn([stored, { ...stored, name: 'b.pdf' }])).toHaveLength(1);
  });

  it('hide a URL that may contain a credential', () => {
    for (const url of [
      'https://bucket.example/a.pdf?X-Amz-Signature=abc',
      'https://user:word@files.example/a.pdf',
      'https://files.example/a.pdf#token=1',
      'file:///etc/passwd',
    ])
      expect(filesIn({ ...stored, url })).toMatchObject([{ id: 'f1', url: null, key: 'k/a.pdf' }]);
  });

  it.each([
    ['a product', { id: 7, name: 'Shoe', size: 42, type: 'shoe', url: 'https://shop.example/7' }],
    [
      'a directory entry',
      { name: 'a', path: 'a', size: 3, type: 'file', url: 'https://h.example' },
    ],
    ['a file without an address', { name: 'a', size: 3, type: 'text/plain' }],
    ['a file with an invalid size', { ...stored, size: '7' }],
    ['invalid base64', { contentType: 'text/plain', base64: 'not base64!' }],
    ['base64 without a media type', { base64: 'aGk=' }],
    ['text that looks like a file', { data: '{"base64":"aGk=","contentType":"text/plain"}' }],
    ['a sealed header', { headers: { authorization: { $encrypted: 'aGk=' } } }],
    ['null', null],
  ])('do not include %s', (_, value) => {
    expect(filesIn(value)).toEqual([]);
    expect(producedFilesText(filesIn(value))).toBeNull();
  });

  it('are limited in number and in size', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ ...stored, id: `f${index}` }));
    expect(filesIn(many)).toHaveLength(maxFiles);
    const wide = many.map((file) => ({ ...file, name: 'n'.repeat(5_000), key: 'k'.repeat(1_000) }));
    const text = producedFilesText(filesIn(wide)) ?? '';
    expect(text.length).toBeLessThanOrEqual(maxFilesTextLength);
    expect(JSON.parse(text).length).toBeGreaterThan(10);
  });
});

describe('files of an execution', () => {
  const started = { executionId: 'e', triggerBlockId: 'start', carried: null };
  const completed = (sequence: number, blockId: string, iteration: string, output: unknown) => ({
    type: 'BlockCompleted' as const,
    data: {
      ...{ sequence, blockId, iteration, ports: ['out'], error: null, cost: 0, models: null },
      output: JSON.stringify(output),
    } as unknown as BlockCompleted,
  });
  const history = (): ExecutionHistory => {
    const input = JSON.stringify({ files: { scan: embedded('scan', 'scan.png') } });
    const begun = { ...started, sequence: 1, input } as unknown as ExecutionStarted;
    return [
      { type: 'ExecutionStarted' as const, data: begun },
      completed(2, 'make', 'each[0]', { data: embedded('made') }),
      completed(3, 'each', '', { results: [] }),
      completed(4, 'pass', '', { data: embedded('scan') }),
    ].reduce(evolve, newHistory('e'));
  };

  it('are listed in ledger order, each at its first path', () => {
    expect(history().files).toMatchObject([
      { name: 'scan.png', blockId: 'start', iteration: '', path: 'files.scan' },
      { name: null, blockId: 'make', iteration: 'each[0]', path: 'data' },
    ]);
  });

  it('survive a park, but an earlier release lost those inside loops', () => {
    const { files } = history();
    const state = parkedStateOf(history(), null, new Map());
    expect(restoreHistory(state, 5, 100).history.files).toEqual(files);
    const { files: _, ...earlier } = JSON.parse(state) as Record<string, unknown>;
    const restored = restoreHistory(JSON.stringify(earlier), 5, 100).history;
    // The state leaves out the outputs inside a finished loop's body.
    expect(restored.files).toEqual(files.slice(0, 1));
  });
});
