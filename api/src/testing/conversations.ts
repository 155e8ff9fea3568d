import type { TestApp, TestMember } from './test-app.ts';

/** Two friends and the id of their connection. */
export async function makeFriends(app: TestApp): Promise<{ maya: TestMember; olu: TestMember; id: string }> {
  const [maya, olu] = await Promise.all([app.member(), app.member()]);
  await app.befriend(maya, olu);
  const { conversation } = await personOf(maya, olu);
  return { maya, olu, id: conversation?.id ?? '' };
}

/** A member's profile as the viewer sees it. */
export function personOf(viewer: TestMember, { id }: { id: string }) {
  return viewer.call('GET /api/users/:id', { params: { id } });
}

/** Sends a message in a connection. */
export function write(from: TestMember, id: string, text: string, more: { idempotencyKey?: string } = {}) {
  return from.call('POST /api/connections/:id/messages', { params: { id }, body: { text }, ...more });
}

/** The messages of a connection, newest first. */
export function read(viewer: TestMember, id: string, query: { limit?: number } = {}) {
  return viewer.call('GET /api/connections/:id/messages', { params: { id }, query });
}

/** Only their texts. */
export async function textsOf(viewer: TestMember, id: string): Promise<string[]> {
  return (await read(viewer, id)).map(({ text }) => text);
}

/** Withdraws a message. */
export function takeBack(from: TestMember, id: string, mid: string) {
  return from.call('DELETE /api/connections/:id/messages/:mid', { params: { id, mid } });
}
