import { parseKey } from '../endpoint.ts';
import type { Refusal } from '../errors.ts';
import { demoCommunity, fixtureId } from '../fixtures/index.ts';
import type { CallKey, ClientKey } from '../index.ts';

/**
 * Who calls: the demo account of the demo community, somebody without a session, members whose profile is not complete, whose address is not
 * confirmed, who are suspended, who are in as many circles as one may be in, and who have no password and signed in a while ago.
 */
export type CallerName =
  | 'demo'
  | 'visitor'
  | 'newcomer'
  | 'unconfirmed'
  | 'suspended'
  | 'crowded'
  | 'passwordless';

/** One call in the demo community, and how it is answered. What rows before it have done holds for it. */
export interface Row {
  call: CallKey | `${string} /api/${string}`;
  when: string;
  as?: CallerName;
  /** On a site that cannot send mails, and whose voice service fails. */
  isBare?: true;
  /** The parameters of its path in their order; `$name` is what a row before has kept, `$mail:name` what a mail has brought. */
  of?: readonly string[];
  query?: string;
  /** The page that the answer before links. */
  isNext?: true;
  /** Texts in it may be such names too. */
  body?: unknown;
  rawBody?: string;
  /** A file of this Base64, in the field of the call. */
  file?: string;
  headers?: Readonly<Record<string, string>>;
  is: number | Refusal;
  /** What the answer shows, and how it has to. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer of any call.
  shows?: readonly [read: (answer: any, headers: Headers) => unknown, expected: unknown];
  /** A rule of every call of its kind. */
  isCommon?: true;
  /** Keeps the id of the answer under a name, or something else of it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above.
  keep?: string | readonly [name: string, read: (answer: any) => string | undefined];
}

const community = demoCommunity();
const { members, circles, pandas } = community;
export const { demo, content } = community;
export const idOf = (username: string) => members.find((one) => one.username === username)?.id ?? '';
export const circleOf = (name: string) => circles.find((one) => one.name === name)?.id ?? '';
export const pandaOf = (username: string) =>
  pandas.find(({ ownerId }) => ownerId === idOf(username))?.id ?? '';
export const demoId = idOf(demo.username);

/** An id that nothing has. */
export const nothing = 'f'.repeat(24);

const friend = idOf('jonas.w');
const tied = (id: string) =>
  community.connections
    .map(({ requesterId, addresseeId }) => [requesterId, addresseeId])
    .filter((pair) => pair.includes(id))
    .map((pair) => pair.find((one) => one !== id) ?? '');
const isPublic = (id: string) =>
  members.some((one) => one.id === id && one.privacy.profileVisibility === 'public');
/** Whom the demo account sees and has nothing to do with. */
const strangers = members
  .map(({ id }) => id)
  .filter((id) => id !== demoId && isPublic(id) && !tied(demoId).includes(id));
const own = circles.find(({ ownerId }) => ownerId === demoId);

/** What has been arranged before the first row, because others than the callers would have to act. */
export const stage = {
  /** The circle of the demo account. */
  own: own?.id ?? '',
  /** The circle that the demo account is banned from. */
  banned: circleOf('Kitchen for Eighty'),
  /** Requests to come into the first; the last is of somebody who is banned from it. */
  requests: strangers
    .filter((id) => !own?.memberIds.includes(id))
    .slice(0, 3)
    .map((userId, place) => ({ id: fixtureId('circle request', place), userId })),
  /** A friend who takes no messages. */
  silent: idOf('priya_s'),
  /** A friend of the demo account, and somebody who is a friend of theirs. */
  friend,
  taken: strangers.find((id) => tied(friend).includes(id)) ?? '',
  /** Who has said no to being introduced to the friend. */
  declined: idOf('peter.ng'),
  /** Who wants no introductions. */
  unmatched: idOf('lola.f'),
} as const;

// oxlint-disable-next-line typescript/no-explicit-any -- lists of anything.
export const names = (list: any[]) =>
  list.map(({ username, name }) => username ?? name).sort((one, other) => (one < other ? -1 : 1));
// oxlint-disable-next-line typescript/no-explicit-any -- as above.
export const count = (list: any[], headers: Headers) =>
  `${list.length}${headers.has('Link') ? ' and more' : ''}`;
// oxlint-disable-next-line typescript/no-explicit-any -- as above.
export const hasSome = (list: any[]) => list.length > 0;

type More = Omit<Row, 'call' | 'when' | 'is' | 'of' | 'body'>;
type Short = readonly [when: string, is: Row['is'], of?: Row['of'], body?: unknown, more?: More];

/** Rows of one call. */
export const on = (call: ClientKey | CallKey, ...rows: Short[]): Row[] =>
  rows.map(([when, is, of = [], body, more]) => ({ call, when, is, of, body, ...more }));

/** A first page, the next one, and a cursor that is none. */
export const pages = (call: CallKey, of: Row['of'] = [], limit = 1, as: CallerName = 'demo'): Row[] => [
  { call, when: 'a page', of, as, query: `limit=${limit}`, is: 200, shows: [count, `${limit} and more`] },
  { call, when: 'the next page', of, as, isNext: true, is: 200, shows: [hasSome, true] },
  { call, when: 'with a cursor that is none', of, as, query: 'cursor=nonsense', is: '400 invalid' },
];

/** A value for each parameter of a path. */
export const fillPath = (call: string, id: string): string[] =>
  parseKey(call)
    .path.match(/:\w+/g)
    ?.map(() => id) ?? [];
