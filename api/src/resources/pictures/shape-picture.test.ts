import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { serverLimits } from '../../limits.ts';
import { colourAt, photoWithPlace, twoColours } from '../../testing/pictures.ts';
import { countScans } from './count-scans.ts';
import { shapePicture, toDecodeError } from './shape-picture.ts';

const refusal = (key: string) => ({ status: 400, facts: { fields: { image: { key } } } });

/** A PNG of a few bytes whose header declares any size. */
function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(type), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64 * 1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A valid progressive JPEG with 2–190 scans: after the first, one for each coefficient of each colour, all zero. */
async function withScans(count: number): Promise<Buffer> {
  const jpeg = { progressive: true, chromaSubsampling: '4:4:4' };
  const photo = await twoColours(64, 64).jpeg(jpeg).toBuffer();
  const isMark = (at: number) => photo[at] === 0xff && photo[at + 1] !== 0;
  let end = photo.indexOf(Buffer.from([0xff, 0xda])) + 2;
  while (!isMark(end)) end += 1;
  // One one-bit code: an end-of-band run over all blocks.
  const codes = [0xff, 0xc4, 0, 20, 0x10, 1, ...Array<number>(15).fill(0), 0xe0];
  const scans = Array.from({ length: count - 1 }, (_scan, index) => {
    const coefficient = 1 + Math.floor(index / 3);
    return [0xff, 0xda, 0, 8, 1, 1 + (index % 3), 0, coefficient, coefficient, 0, 0x7f, 0xff, 0];
  });
  const tail = Buffer.from([...codes, ...scans.flat(), 0xff, 0xd9]);
  return Buffer.concat([photo.subarray(0, end), tail]);
}

describe('shapePicture', () => {
  it('calls a file damaged only after decoding it to its end (D78)', () => {
    // Messages of sharp and libvips.
    const failures = [
      'timeout: 40% complete',
      'VipsJpeg: out of memory',
      'VipsJpeg: premature end of JPEG image',
    ];
    expect(failures.map((message) => toDecodeError(new Error(message)).code)).toEqual([
      'busy',
      'busy',
      'invalid',
    ]);
  });

  it('refuses a JPEG with more scans than a camera writes, before decoding it', async () => {
    const { maxScans } = serverLimits.picture;
    expect(countScans(await withScans(maxScans))).toBe(maxScans);
    expect((await shapePicture(await withScans(maxScans))).large.length).toBeGreaterThan(0);
    await expect(shapePicture(await withScans(maxScans + 1))).rejects.toMatchObject(
      refusal('validation.picture.broken'),
    );
  });

  it('rotates a photo upright, crops its centre and strips metadata', async () => {
    const photo = await photoWithPlace();
    expect(photo.includes('Bamboo Optics')).toBe(true);
    const shaped = await shapePicture(photo);
    for (const [form, side] of [
      [shaped.large, 512],
      [shaped.small, 96],
    ] as const) {
      const { exif, xmp, icc, iptc, orientation, ...facts } = await sharp(form).metadata();
      expect(facts).toMatchObject({ format: 'webp', width: side, height: side, space: 'srgb' });
      expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
      // The left side is on top now.
      expect((await colourAt(form, side / 2, side / 8))[0]).toBeGreaterThan(200);
      expect((await colourAt(form, side / 2, side - side / 8))[2]).toBeGreaterThan(200);
    }
  });

  it.each([
    ['CMYK', () => twoColours(600, 600).toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits a colour', () => twoColours(600, 600).toColourspace('rgb16').png().toBuffer()],
    ['grey', () => twoColours(600, 600).greyscale().jpeg().toBuffer()],
    ['few colours', () => twoColours(600, 600).png({ palette: true }).toBuffer()],
    ['transparency', () => twoColours(600, 600).ensureAlpha(0.5).webp().toBuffer()],
    ['one pixel', () => twoColours(1, 1).png().toBuffer()],
  ])('takes a picture of %s', async (_what, make) => {
    const { large, small } = await shapePicture(await make());
    expect(await sharp(large).metadata()).toMatchObject({ width: 512, space: 'srgb', depth: 'uchar' });
    expect(await sharp(small).metadata()).toMatchObject({ width: 96 });
  });

  it('takes the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const { large } = await shapePicture(animated);
    expect((await sharp(large).metadata()).pages).toBeUndefined();
    expect((await colourAt(large, 256, 256))[0]).toBeGreaterThan(200);
  });

  it('strips data hidden behind or in a picture', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    const jpeg = await twoColours(64, 64).jpeg().toBuffer();
    const { large, small } = await shapePicture(Buffer.concat([jpeg, page]));
    expect(Buffer.concat([large, small]).includes('script')).toBe(false);
  });

  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('hello')],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => twoColours(9, 9).gif().toBuffer()],
    ['a TIFF', () => twoColours(9, 9).tiff().toBuffer()],
  ])('refuses %s', async (_what, make) => {
    await expect(shapePicture(await make())).rejects.toMatchObject(refusal('validation.picture.type'));
  });

  it.each([
    ['a JPEG that is cut off', async () => (await twoColours(900, 900).jpeg().toBuffer()).subarray(0, 2000)],
    ['a PNG that is cut off', async () => (await twoColours(900, 900).png().toBuffer()).subarray(0, 900)],
    ['a WebP that is cut off', async () => (await photoAsWebp()).subarray(0, 900)],
    ['the beginning of a JPEG alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a page that begins like a JPEG', async () => Buffer.from('\xff\xd8\xff<html><script>', 'latin1')],
    ['a film that begins like a WebP', async () => Buffer.from('RIFF\0\0\0\0WEBPVP8 and so on', 'latin1')],
  ])('says that %s is damaged', async (_what, make) => {
    await expect(shapePicture(await make())).rejects.toMatchObject(refusal('validation.picture.broken'));
  });

  it('refuses more than 25 megapixels by the header, without allocating them', async () => {
    const side = Math.sqrt(serverLimits.picture.maxPixels);
    await expect(shapePicture(pngHeader(side, side + 1))).rejects.toMatchObject(
      refusal('validation.picture.pixels'),
    );
    const before = process.memoryUsage().rss;
    await expect(shapePicture(pngHeader(60_000, 60_000))).rejects.toMatchObject(
      refusal('validation.picture.pixels'),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    // Exactly the limit is accepted, and fails for missing pixel data.
    await expect(shapePicture(pngHeader(side, side))).rejects.toMatchObject(
      refusal('validation.picture.broken'),
    );
  });

  it('limits the queue, refuses the next picture, and recovers', async () => {
    const photo = await twoColours(64, 64).jpeg().toBuffer();
    const all = Array.from({ length: serverLimits.picture.queued + 1 }, () => shapePicture(photo));
    await expect(shapePicture(photo)).rejects.toMatchObject({ status: 503 });
    await Promise.all(all);
    await shapePicture(photo);
  });
});

it('stops working on a picture whose request was aborted', async () => {
  const photo = await twoColours(64, 64).jpeg().toBuffer();
  const [inHand, inLine] = [new AbortController(), new AbortController()];
  const begun = shapePicture(photo, inHand.signal);
  const waiting = shapePicture(photo, inLine.signal);
  const last = shapePicture(photo);
  inLine.abort(new Error('gone from the line'));
  await expect(waiting).rejects.toThrow('gone from the line');
  inHand.abort(new Error('gone'));
  await expect(begun).rejects.toThrow('gone');
  await last;
});

const photoAsWebp = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .webp()
    .toBuffer();
