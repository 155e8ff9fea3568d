import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { confirmedMember, startTestMail, type TestMail } from '../../testing/test-mail.ts';

let app: TestApp;
let mail: TestMail;
beforeAll(async () => {
  app = await startTestApp();
  mail = await startTestMail(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

const confirmed = () => confirmedMember(app);
const want = (member: TestMember, email: string) =>
  member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { email } });
const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).lean();

let count = 0;
const newAddress = () => `unwanted${(count += 1)}@mail.example`;

describe('a pending change of address (D14)', () => {
  it('is cancelled by the member: its links die, sent or queued, and the undo link stays valid', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const [first, second] = [newAddress(), newAddress()];
    await want(member, first);
    const token = await mail.tokenTo(first, 'change');
    const undoing = await mail.tokenTo(old, 'undo');
    const cancel = () => member.call('DELETE /api/account/pending-email');
    expect(await cancel()).toMatchObject({ email: old, pendingEmail: null });
    expect(app.logged).toContainEqual(expect.objectContaining({ security: 'email_change_cancelled' }));
    const late = await app
      .visitor()
      .send('POST', '/api/auth/email/change', { body: { token, isMine: true } });
    expect(late.status).toBe(400);
    expect(await stored(member)).toMatchObject({ email: old, emailVerified: true });
    // Also before its mail is sent; idempotent.
    await want(member, second);
    await cancel();
    const cancelled = () => app.logged.filter(({ security }) => security === 'email_change_cancelled');
    const before = cancelled().length;
    expect(await cancel()).toMatchObject({ email: old, pendingEmail: null });
    expect(cancelled()).toHaveLength(before);
    expect(await mail.to(second)).toEqual([]);
    // Nothing has changed, so the old address gets no mail.
    expect(await mail.to(old)).toEqual([]);
    expect((await member.send('GET', '/api/user')).status).toBe(200);
    expect(await app.visitor().call('POST /api/auth/email/undo', { body: { token: undoing } })).toMatchObject(
      { email: old },
    );
  });

  it('is either made or cancelled when both race', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const email = newAddress();
    await want(member, email);
    const token = await mail.tokenTo(email, 'change');
    const [, changing] = await Promise.all([
      member.call('DELETE /api/account/pending-email'),
      member.send('POST', '/api/auth/email/change', { body: { token } }),
    ]);
    expect(await stored(member)).toMatchObject({
      email: changing.status === 200 ? email : old,
      emailVerified: true,
      pendingEmail: null,
    });
    expect([200, 400]).toContain(changing.status);
  });
});
