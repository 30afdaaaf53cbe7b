import { describe, expect, it } from '@jest/globals';
import { parseMultipart } from './multipart-body.js';

/** Encodes a form as undici does, and hence every fetch. */
async function parsed(form: FormData): Promise<Awaited<ReturnType<typeof parseMultipart>>> {
  const request = new Response(form);
  const body = Buffer.from(await request.arrayBuffer());
  return parseMultipart(body, request.headers.get('content-type') ?? '');
}

describe('a multipart form', () => {
  it('gives fields as text and files with name, type and bytes; what came twice is a list', async () => {
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

  it('keeps no path of the sender, and no file of a field that nobody filled', async () => {
    const form = new FormData();
    form.append('none', new Blob([]), '');
    form.append('some', new Blob(['x']), '../../etc/passwd');
    const { files } = await parsed(form);
    expect(files).toEqual({ some: expect.objectContaining({ name: 'passwd' }) });
  });

  it('lets others have their turns while a large one is read', async () => {
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
  ])('refuses ten megabytes of tiny parts at the first that is too many: %j', async (part) => {
    const body = Buffer.from(part.repeat((10 * 1024 * 1024) / part.length));
    await expect(parseMultipart(body, 'multipart/form-data; boundary=b')).rejects.toMatchObject({
      status: 413,
      message: 'A form may have at most 500 parts',
    });
  });

  it('refuses what breaks off', async () => {
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
