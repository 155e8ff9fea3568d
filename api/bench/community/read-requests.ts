import type { CallKey } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { picturePath } from '@frens/contract/picture-files';
import { idOf, inviteCode, pictureName } from './shape.ts';

/**
 * Every reading call with requests that reach each query it may send. A new call does not compile without. The export's queries follow
 * from the models' declarations; `src/database/member-data.test.ts` explains them.
 */
export type ReadKey = Exclude<Extract<CallKey, `GET ${string}`>, 'GET /api/account/export'>;
const panda = `/api/pandas/${String(idOf('panda', 0))}`;
export const readRequests: Record<ReadKey, string[]> = {
  'GET /api/sessions': ['/api/sessions'],
  'GET /api/user': ['/api/user'],
  'GET /api/users': [
    '/api/users',
    '/api/users?gender=female',
    '/api/users?gender=non-binary',
    '/api/users?ageBand=46%2B',
    '/api/users?interest=walking',
    '/api/users?q=an',
    '/api/users?q=ros',
    '/api/users?q=gardener',
    '/api/users?q=zzzz',
    '/api/users?q=an&gender=male',
    '/api/users?sort=for-you',
  ],
  'GET /api/users/:id': ['/api/users/@bench1', `/api/users/${String(idOf('member', 1))}`],
  'GET /api/users/:id/common': [`/api/users/${String(idOf('member', 1))}/common`],
  'GET /api/home': ['/api/home'],
  'GET /api/conversations': ['/api/conversations'],
  'GET /api/blocks': ['/api/blocks'],
  'GET /api/connections': ['/api/connections'],
  'GET /api/connections/pending': ['/api/connections/pending'],
  'GET /api/connections/:id/messages': [`/api/connections/${String(idOf('other', 0))}/messages`],
  'GET /api/matches': ['/api/matches'],
  'GET /api/matches/matchmaker': ['/api/matches/matchmaker'],
  'GET /api/matches/candidates': [
    '/api/matches/candidates',
    `/api/matches/candidates?friendId=${String(idOf('member', 1))}`,
  ],
  'GET /api/invite-link': ['/api/invite-link'],
  'GET /api/invitations/:code': [`/api/invitations/${inviteCode}`],
  'GET /api/circles': ['/api/circles', '/api/circles?q=in', '/api/circles?q=beginners'],
  'GET /api/circles/:id': [0, 3, 4].map((n) => `/api/circles/${String(idOf('circle', n))}`),
  'GET /api/circles/:id/requests': [`/api/circles/${String(idOf('circle', 0))}/requests`],
  'GET /api/circles/:id/bans': [`/api/circles/${String(idOf('circle', 0))}/bans`],
  'GET /api/circles/:id/notices': [`/api/circles/${String(idOf('circle', 0))}/notices`],
  'GET /api/circles/:id/invitations': [`/api/circles/${String(idOf('circle', 0))}/invitations`],
  'GET /api/circle-invitations/:code': ['/api/circle-invitations/none'],
  'GET /api/circles/:id/members': [`/api/circles/${String(idOf('circle', 0))}/members`],
  'GET /api/pandas': [
    ...['', '?q=tid', '?q=gentle', '?sort=fq', '?sort=backers', '?sort=rising', '?kind=warmth'].map(
      (asked) => `/api/pandas${asked}`,
    ),
    '/api/pandas?kind=warmth&sort=fq&q=gentle',
  ],
  'GET /api/pandas/:id': [panda],
  'GET /media/drawings/:file': ['/media/drawings/30214-4-0f8e1c2a.svg'],
  'GET /media/pandas/:file': [`/media/pandas/${String(idOf('panda', 0))}.svg`],
  'GET /media/pictures/:file': [picturePath(pictureName), picturePath(pictureName, 'small')],
  'GET /api/pandas/:id/content': [`${panda}/content`, `${panda}/content?type=review`],
  'GET /api/pandas/:id/history': [`${panda}/history`],
  'GET /api/pandas/:id/own-review': [`${panda}/own-review`],
  'GET /api/pandas/:id/stakes': [`${panda}/stakes`],
  'GET /api/notification-settings': ['/api/notification-settings'],
  'GET /api/privacy-settings': ['/api/privacy-settings'],
  'GET /api/notifications': ['/api/notifications'],
  'GET /api/notifications/unread': ['/api/notifications/unread'],
  'GET /api/stakes': ['/api/stakes'],
  'GET /api/wallet': ['/api/wallet'],
  'GET /api/wallet/ledger': ['/api/wallet/ledger'],
};

/** The page size that screens request for a list; undefined where they use the default. */
export const askedSize = (key: CallKey): number | undefined =>
  (pageSizes as Partial<Record<CallKey, number>>)[key];

/** A call's first request, with the page size that screens use. */
export function asScreensAsk(key: ReadKey): string {
  const [address = ''] = readRequests[key];
  const rows = askedSize(key);
  return rows === undefined ? address : `${address}?limit=${rows}`;
}
