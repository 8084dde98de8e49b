import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { File } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { decompressionBomb, rotatedPhoto, twoColorImage } from './test-images.ts';
import { fileForm, type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let agency: Agency;
let other: Agency;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  [agency, other] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const thumbnail = (person: SignedInUser, { id }: Pick<File, 'id'>, query = '', headers = {}) =>
  fetch(`${uploads.url}/api/files/${id}/thumbnail${query}`, {
    headers: { ...uploads.headersOf(person), ...headers },
  });
const upload = async (bytes: Uint8Array, name = 'photo.jpg') =>
  await uploads.upload(agency.user, fileForm(Uint8Array.from(bytes), name));
const picture = async (answer: Response) => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return sharp(Buffer.from(await answer.arrayBuffer()));
};
/** Which of the two colors is at a position. */
const colourAt = async (drawn: Sharp, left: number, top: number) => {
  const [red = 0, , blue = 0] = await drawn.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > blue ? 'red' : 'blue';
};

describe('the thumbnail of an image', () => {
  it('fits into a square, small or large, and is never larger than the image', async () => {
    const file = await upload(await twoColorImage({ width: 1_600, height: 800 }).png().toBuffer());
    const edges = async (query?: string) => {
      const { width, height } = await (await picture(await thumbnail(agency.user, file, query))).metadata();
      return [width, height];
    };
    expect(await edges()).toEqual([192, 96]);
    expect(await edges('?size=large')).toEqual([1_024, 512]);
    const tiny = await upload(await twoColorImage({ width: 4, height: 2 }).png().toBuffer());
    const { width } = await (await picture(await thumbnail(agency.user, tiny, '?size=large'))).metadata();
    expect(width).toBe(4);
    expect((await thumbnail(agency.user, file, '?size=huge')).status).toBe(400);
  });

  it('is upright, and contains no metadata of the photo', async () => {
    const bytes = await rotatedPhoto({ width: 400, height: 200 });
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const drawn = await picture(await thumbnail(agency.user, await upload(bytes)));
    expect(await drawn.metadata()).toMatchObject({ width: 96, height: 192 });
    expect(await drawn.metadata()).not.toHaveProperty('exif');
    expect(await drawn.metadata()).not.toHaveProperty('orientation');
    expect([await colourAt(drawn, 48, 20), await colourAt(drawn, 48, 170)]).toEqual(['red', 'blue']);
  });

  it('the thumbnail of an image of an animation is its first frame', async () => {
    const frames = await Promise.all(['red', 'blue'].map((background) => halfSecond(background)));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const drawn = await picture(await thumbnail(agency.user, await upload(moving, 'a.gif')));
    expect(await drawn.metadata()).toMatchObject({ width: 20, height: 20 });
    expect(await colourAt(drawn, 10, 10)).toBe('red');
  });

  it.each(['webp', 'avif', 'tiff'] as const)('supports %s', async (format) => {
    const file = await upload(
      await twoColorImage({ width: 300, height: 300 }).toFormat(format).toBuffer(),
      `a.${format}`,
    );
    await picture(await thumbnail(agency.user, file));
  });

  it('can be read by readers of the file, and is cached only in their browser', async () => {
    const file = await upload(await twoColorImage({ width: 300, height: 300 }).png().toBuffer());
    expect((await thumbnail(agency.moderator, file)).status).toBe(404);
    const { id, name, mimeType } = file;
    await aDraft(agency, { formData: { logo: { id, name, mimeType } } });
    const answer = await thumbnail(agency.moderator, file);
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
      200,
      'private, max-age=3600',
      'Cookie',
    ]);
    const etag = answer.headers.get('etag') ?? '';
    expect((await thumbnail(agency.moderator, file, '', { 'if-none-match': etag })).status).toBe(304);
    for (const person of [other.moderator, other.user]) {
      expect((await thumbnail(person, file)).status).toBe(404);
      expect((await thumbnail(person, file, '', { 'if-none-match': etag })).status).toBe(404);
    }
    expect((await fetch(`${uploads.url}/api/files/${id}/thumbnail`)).status).toBe(401);
  });

  it('is generated once for concurrent requests', async () => {
    const file = await upload(await twoColorImage({ width: 2_000, height: 2_000 }).jpeg().toBuffer());
    const all = await Promise.all(Array.from({ length: 80 }, () => thumbnail(agency.user, file)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

const halfSecond = (background: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

describe('no thumbnail is generated of', () => {
  it.each([
    ['a text', 'notes.txt', async () => Buffer.from('Some words')],
    ['an SVG', 'a.svg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page with an image extension', 'a.png', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a small file of 900 million pixels', 'a.png', async () => decompressionBomb({ width: 30_000, height: 30_000 })],
    ['a truncated image', 'a.png', async () => (await largeImage()).subarray(0, 600)],
    ['a corrupt image', 'a.png', async () => (await largeImage()).fill(7, 200, 400)],
  ])('%s, also on repeated requests', async (_what, name, bytes) => {
    const file = await upload(await bytes(), name);
    for (const _ of [1, 2])
      expect(await (await thumbnail(agency.user, file)).json()).toMatchObject({
        code: 'RESOURCE_INOPERABLE',
        reason: 'This file cannot have a thumbnail',
        details: { resourceType: 'File', resourceId: file.id },
      });
    // The file itself is unaffected.
    expect((await uploads.download(agency.user, file)).status).toBe(200);
  });
});

/** An image that compresses badly. */
const largeImage = () =>
  sharp({
    create: {
      width: 60,
      height: 60,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

/** The resident memory of all image worker processes in bytes. */
async function memoryOfChildren(): Promise<number> {
  const sizes = await Promise.all(
    (await drawers()).map(async (pid) =>
      Number((await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '')).split(' ')[1] ?? 0),
    ),
  );
  return 4_096 * sizes.reduce((sum, size) => sum + size, 0);
}

async function drawers(): Promise<string[]> {
  const pids = (await readFile(`/proc/self/task/${process.pid}/children`, 'latin1')).split(' ').filter(Boolean);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')));
  return pids.filter((_, index) => commands[index]?.includes('thumbnail-worker'));
}

describe('decompression bombs: images of a kilobyte that unpack to hundreds of megabytes', () => {
  const timeout = 120_000;

  it.each(['59-megapixels', '16-megapixels'])(
    'more images of %s than there are worker processes block no other request, and take no more memory than two may',
    { timeout },
    async (name) => {
      // Decoding takes seconds of CPU for each: three wait for two worker processes, too.
      const count = isNightly() || name === '59-megapixels' ? 8 : 3;
      const bytes = await readFile(`tests/api/bombs/${name}.avif`);
      const bombs = [];
      // Each is a different file, so that no thumbnail is cached.
      for (let index = 0; index < count; index += 1)
        bombs.push(await upload(Buffer.concat([bytes, Buffer.from([index])]), `${index}.avif`));
      const png = await twoColorImage({ width: 50, height: 50 }).png().toBuffer();
      const small = await uploads.upload(other.user, fileForm(Uint8Array.from(png), 'a.png'));
      const drawn = bombs.map((file) => thumbnail(agency.user, file, '?size=large'));
      const began = performance.now();
      const memory = [0];
      const watch = setInterval(async () => memory.push(await memoryOfChildren()), 20);
      await picture(await thumbnail(other.user, small));
      expect(performance.now() - began).toBeLessThan(5_000);
      const answers = await Promise.all(drawn);
      clearInterval(watch);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      if (name === '59-megapixels') expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
      // The memory of a worker is checked every 50 ms: until then it may exceed the limit.
      expect(Math.max(...memory)).toBeLessThan(800 * 2 ** 20);
    },
  );
});
