import { describe, expect, it } from '@jest/globals';
import { parseMultipart } from './multipart-body.js';

/** Encodes a form as undici does, and hence every fetch. */
async function parsed(form: FormData): Promise<Awaited<ReturnType<typeof parseMultipart>>> {
  const request = new Response(form);
  const body = Buffer.from(await request.arrayBuffer());
  return parseMultipart(body, request.headers.get('content-type') ?? '');
}

describe('a multipart form', () => {
  it('is parsed into text fields and files, with repeated names as lists', async () => {
    const form = new FormData();
    form.append('who', 'Änn');
    form.append('tag', 'a');
    form.append('tag', 'b');
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45]);
    form.append('photo', new Blob([bytes], { type: 'image/png' }), 'ä "1".png');
    form.append('page', new Blob(['one'], { type: 'text/plain' }), '1.txt');
    form.append('page', new Blob(['two'], { type: 'text/plain' }), '2.txt');
    const { fields, files } = await parsed(form);
    expect(fields).toEqual({ who: 'Änn', tag: ['a', 'b'] });
    expect(files).toEqual({
      photo: {
        name: expect.stringMatching(/^ä .*1.*\.png$/),
        contentType: 'image/png',
        sizeBytes: 6,
        base64: bytes.toString('base64'),
      },
      page: [
        expect.objectContaining({ name: '1.txt', base64: Buffer.from('one').toString('base64') }),
        expect.objectContaining({ name: '2.txt', base64: Buffer.from('two').toString('base64') }),
      ],
    });
  });

  it('drops directories from file names and ignores an empty file field', async () => {
    const form = new FormData();
    form.append('none', new Blob([]), '');
    form.append('some', new Blob(['x']), '../../etc/passwd');
    const { files } = await parsed(form);
    expect(files).toEqual({ some: expect.objectContaining({ name: 'passwd' }) });
  });

  it('yields to the event loop while a large one is parsed', async () => {
    const form = new FormData();
    for (let n = 0; n < 8; n += 1) form.append(`f${n}`, 'x'.repeat(1024 * 1024));
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    count();
    await parsed(form);
    isRead = true;
    expect(turns).toBeGreaterThanOrEqual(32);
  });

  it.each([
    '\r\n--b',
    '--b\r\n\r\n\r\n',
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nv\r\n',
  ])('is refused with 413 when it has more than 500 parts: %j', async (part) => {
    const body = Buffer.from(part.repeat((10 * 1024 * 1024) / part.length));
    await expect(parseMultipart(body, 'multipart/form-data; boundary=b')).rejects.toMatchObject({
      status: 413,
      message: 'A form may have at most 500 parts',
    });
  });

  it('is refused with 400 when it is truncated or empty', async () => {
    const body = Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nhalf');
    await expect(parseMultipart(body, 'multipart/form-data; boundary=b')).rejects.toMatchObject({
      status: 400,
      code: 'MALFORMED_REQUEST',
    });
    await expect(
      parseMultipart(Buffer.alloc(0), 'multipart/form-data; boundary=b'),
    ).rejects.toMatchObject({ status: 400 });
  });
});
