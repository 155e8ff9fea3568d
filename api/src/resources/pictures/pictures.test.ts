import { type ClientRequest, request } from 'node:http';
import { limits } from '@frens/contract/limits';
import { picturePath, pictureSources } from '@frens/contract/picture-files';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { idFrom } from '../../database/ids.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { photoWithPlace, twoColours } from '../../testing/pictures.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
let photo: Blob;
beforeAll(async () => {
  app = await startTestApp();
  photo = new Blob([new Uint8Array(await photoWithPlace())], { type: 'image/jpeg' });
});
afterAll(() => app.close());

const upload = (member: TestMember, image: Blob = photo) =>
  member.call('POST /api/users/me/image', { upload: { image } });
const form = 'multipart/form-data; boundary=b';
/** An upload that is written in chunks. */
function begin({ cookies }: TestMember): ClientRequest {
  const headers = { 'Content-Type': form, Cookie: `sid=${cookies.get('sid')}` };
  const sent = request(`${app.url}/api/users/me/image`, { method: 'POST', headers });
  // The test aborts it.
  return sent.on('error', () => undefined);
}
const kept = (member: TestMember) => app.services.db.models.Picture.find({ _id: member.id }).lean();
const statusOf = async (path: string) => (await app.visitor().send('GET', path)).status;

describe('POST /api/users/me/image (D15)', () => {
  it('shows the picture wherever the member appears, in two sizes and without metadata', async () => {
    const [maya, ana] = await Promise.all([app.member(), app.member()]);
    const { profileImage } = await upload(maya);
    expect(profileImage).toMatch(/^\/media\/pictures\/[0-9a-f]{32}\.webp$/);
    expect((await maya.call('GET /api/user')).profileImage).toBe(profileImage);
    const seen = await ana.call('GET /api/users');
    expect(seen.find(({ id }) => id === maya.id)?.profileImage).toBe(profileImage);

    const addresses =
      pictureSources(profileImage)
        ?.split(', ')
        .map((source) => source.split(' ')) ?? [];
    expect(addresses.map(([, width]) => width)).toEqual(['512w', '96w']);
    for (const [address = '', width = ''] of addresses) {
      const response = await app.visitor().send('GET', address);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.includes('Bamboo Optics')).toBe(false);
      const facts = await sharp(bytes).metadata();
      expect(facts).toMatchObject({ format: 'webp', width: Number.parseInt(width, 10) });
      expect(facts.exif).toBeUndefined();
      const again = {
        headers: { 'If-None-Match': response.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' },
      };
      expect((await app.visitor().send('GET', address, again)).status).toBe(304);
    }
  });

  it('deletes the old picture, and keeps one of several concurrent uploads', async () => {
    const maya = await app.member();
    const first = await upload(maya);
    const uploads = await Promise.allSettled(Array.from({ length: 5 }, () => upload(maya)));
    const { profileImage } = await maya.call('GET /api/user');
    const set = uploads.flatMap((one) => (one.status === 'fulfilled' ? [one.value.profileImage] : []));
    expect(set).toContain(profileImage);
    const refused = uploads.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refused) expect(error).toMatchObject({ status: 409, code: 'request_running' });
    expect(await kept(maya)).toMatchObject([
      { name: profileImage.slice('/media/pictures/'.length, -'.webp'.length) },
    ]);
    expect(await statusOf(profileImage)).toBe(200);
    expect(await statusOf(first.profileImage)).toBe(404);
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('keeps the old picture when the new one is invalid, and names the field', async () => {
    const maya = await app.member();
    const { profileImage } = await upload(maya);
    const text = new Blob(['<html>'], { type: 'image/png' });
    await expect(upload(maya, text)).rejects.toMatchObject({
      status: 400,
      fields: { image: 'Please choose a JPEG, PNG or WebP picture' },
    });
    const large = new Blob([new Uint8Array(limits.picture.maxBytes + 1)], { type: 'image/jpeg' });
    await expect(upload(maya, large)).rejects.toMatchObject({
      status: 413,
      fields: { image: 'Please choose a file of at most 5 MB' },
    });
    expect(await statusOf(profileImage)).toBe(200);
  });

  /** For a busy machine. */
  const patience = { interval: 300, timeout: 15_000 };

  it('allows one upload at a time per member, and frees the slot when its connection closes', async () => {
    const [maya, ana] = await Promise.all([app.member(), app.member()]);
    const slow = begin(maya);
    slow.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
    const second = () => maya.send('POST', '/api/users/me/image', { headers: { 'Content-Type': form } });
    await vi.waitFor(async () => expect((await second()).status).toBe(409), patience);
    const refused = await second();
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'request_running' });
    await upload(ana);
    slow.destroy();
    await vi.waitFor(() => upload(maya), patience);
  });

  it('stops working for a request whose connection is closed', async () => {
    const maya = await app.member();
    const sent = begin(maya);
    const image = await twoColours(4000, 4000).jpeg().toBuffer();
    sent.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
    sent.write(image);
    await new Promise<void>((resolve) => sent.end('\r\n--b--\r\n', resolve));
    sent.destroy();
    const isDone = (line: object) => Object.values(line).includes('POST /api/users/me/image');
    await vi.waitFor(
      () => expect(app.logged.filter((line) => line.memberId === maya.id && isDone(line))).toHaveLength(1),
      patience,
    );
    expect(await kept(maya)).toEqual([]);
  });

  it('changes nothing when the transaction does not commit', async () => {
    const maya = await app.member();
    const { profileImage } = await upload(maya);
    const { User } = app.services.db.models;
    // The account is deleted during the upload.
    const user = await User.findById(maya.id).lean();
    await User.deleteOne({ _id: maya.id });
    const bytes = new Uint8Array(await twoColours(64, 64).png().toBuffer());
    await expect(upload(maya, new Blob([bytes]))).rejects.toMatchObject({ status: 401 });
    expect(await kept(maya)).toHaveLength(1);
    expect(await statusOf(profileImage)).toBe(200);
    if (user) await User.insertMany([user]);
  });

  it('allows members ten uploads an hour, counted before the file is read', async () => {
    const maya = await app.member();
    const send = () => maya.send('POST', '/api/users/me/image');
    for (let count = 0; count < limits.picture.perHour; count += 1) expect((await send()).status).toBe(415);
    expect((await send()).status).toBe(429);
    await expect(upload(maya)).rejects.toMatchObject({ status: 429 });
    expect(await kept(maya)).toEqual([]);
  });
});

describe('DELETE /api/users/me/image', () => {
  it('deletes the picture and its files, also when there is none', async () => {
    const maya = await app.member();
    const { profileImage } = await upload(maya);
    expect((await maya.call('DELETE /api/users/me/image')).profileImage).toBe('');
    expect(await kept(maya)).toEqual([]);
    expect(await statusOf(profileImage)).toBe(404);
    expect((await maya.call('DELETE /api/users/me/image')).profileImage).toBe('');
  });
});

describe('profileImage in the body of a profile', () => {
  it('accepts the own picture or an empty text, which deletes it, but no foreign picture', async () => {
    const [maya, ana] = await Promise.all([app.member(), app.member()]);
    const { profileImage } = await upload(maya);
    const edit = (member: TestMember, image: string) =>
      member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { profileImage: image } });
    expect((await edit(maya, profileImage)).profileImage).toBe(profileImage);
    await expect(edit(ana, profileImage)).rejects.toMatchObject({
      status: 400,
      fields: { profileImage: 'To change your profile picture, upload one' },
    });
    expect((await edit(maya, '')).profileImage).toBe('');
    expect(await kept(maya)).toEqual([]);
    expect(await statusOf(profileImage)).toBe(404);
  });
});

describe('GET /media/pictures/:file', () => {
  it('finds pictures by their names only', async () => {
    const name = 'a'.repeat(32);
    for (const path of [
      picturePath(name),
      `/media/pictures/${name}`,
      `/media/pictures/${name}-large.webp`,
      `/media/pictures/${name.toUpperCase()}.webp`,
      '/media/pictures/..%2f..%2fpackage.json',
      '/media/pictures/%00.webp',
    ])
      expect([path, await statusOf(path)]).toEqual([path, expect.toBeOneOf([400, 404])]);
  });
});

it('is part of a member’s export', async () => {
  const maya = await app.member();
  await upload(maya);
  const { parts } = await maya.call('GET /api/account/export');
  const [entry, ...more] = parts.picture?.entries ?? [];
  expect(more).toEqual([]);
  const [, data = ''] = String(entry?.image).split('data:image/webp;base64,');
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ width: 512, format: 'webp' });
});

it('is reported by verify when it is missing', async () => {
  const maya = await app.member();
  const { profileImage } = await upload(maya);
  await app.services.db.models.Picture.deleteOne({ _id: idFrom(maya.id) });
  expect(await findDifferences(app.services)).toEqual([
    `member ${maya.id}: profileImage is ${profileImage}, computed `,
  ]);
});
