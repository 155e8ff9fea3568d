import {
  buildCircle,
  buildFriend,
  buildFriendMessage,
  buildPendingConnection,
  buildPublicUser,
  buildReceivedMatch,
} from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Person' };

const maya = buildPublicUser();
const path = '/frens/maya.okafor';
const inCommon = { circles: [], friends: [], hasMoreFriends: false, reasons: [] };
const nobody = { users: [], friends: [], pending: [], common: inCommon };

export const Loading = screenStory(remote, { path, scenario: 'loading' });
export const Empty = screenStory(remote, {
  path,
  answers: { ...nobody, users: [{ ...maya, bio: '', occupation: '', interests: [], location: null }] },
});
export const Failed = screenStory(remote, { path, scenario: 'failing' });
export const Missing = screenStory(remote, { path: '/frens/nobody', scenario: 'empty' });
export const Ready = screenStory(remote, { path, answers: { users: [maya], friends: [], pending: [] } });
export const Friend = screenStory(remote, {
  path,
  answers: { ...nobody, friends: [buildFriend()] },
});
const friend = buildFriend();
const written = [
  buildFriendMessage({
    id: 'm3',
    text: 'Ten. Bring boots! 🌱',
    isMine: true,
    createdAt: '2026-11-20T15:00:00.000Z',
  }),
  buildFriendMessage({ id: 'm2', text: `${'Donaudampfschiff'.repeat(6)}\n\nSo it says on the door.` }),
  buildFriendMessage({
    id: 'm1',
    text: 'Shall we plant the beans on Sunday?',
    createdAt: '2026-11-18T09:00:00.000Z',
  }),
];
const messages = new Map([[friend.id, written]]);
export const Talking = screenStory(remote, { path, answers: { ...nobody, friends: [friend], messages } });
export const MessagesClosed = screenStory(remote, {
  path,
  answers: {
    ...nobody,
    friends: [friend],
    messages,
    conversations: new Map([[friend.friendId, { id: friend.id, state: 'closed' }]]),
  },
});
export const FormerFriend = screenStory(remote, {
  path: '/v2/frens/maya.okafor',
  answers: {
    ...nobody,
    users: [maya],
    messages,
    conversations: new Map([[maya.id, { id: friend.id, state: 'ended' }]]),
  },
});
export const Asking = screenStory(remote, {
  path,
  answers: {
    ...nobody,
    pending: [buildPendingConnection({ note: 'We met at the repair café. You fixed my radio!' })],
  },
});
export const Asked = screenStory(remote, {
  path,
  answers: { ...nobody, pending: [buildPendingConnection({ direction: 'outgoing' })] },
});
/** A friend introduces the two, and the person invites the member into a circle. */
export const Introduced = screenStory(remote, {
  path,
  answers: {
    ...nobody,
    users: [maya],
    matches: [
      buildReceivedMatch({
        other: maya,
        matchmaker: buildPublicUser({ id: 'olu', username: 'olu.adeyemi', name: 'Olu Adeyemi' }),
      }),
    ],
    circles: [buildCircle({ wayIn: { kind: 'invited', inviter: maya } })],
  },
});
export const NameAlone = screenStory(remote, {
  path,
  answers: {
    ...nobody,
    friends: [
      buildFriend({
        friend: {
          ...maya,
          age: null,
          gender: null,
          bio: '',
          occupation: '',
          interests: [],
          location: null,
          online: null,
          pandaId: null,
          relation: 'friend',
          canConnect: false,
        },
      }),
    ],
  },
});
export const LongWords = screenStory(remote, {
  path: '/v2/frens/maya.okafor',
  answers: {
    friends: [],
    pending: [],
    users: [
      {
        ...maya,
        name: 'Wilhelmina-Alexandrina van der Grootenboer-Ó Súilleabháin',
        bio: `${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}\n\n${'I bake when I cannot sleep. '.repeat(30)}`,
        interests: Array.from({ length: 20 }, (_, index) => `interest number ${index + 1}`),
      },
    ],
  },
});
/** The platform's report sheet, the same for everything that can be reported. */
export const Reporting = screenStory(remote, {
  path,
  answers: { ...nobody, users: [maya] },
  async act() {
    const opener = await shown<HTMLButtonElement>('button[aria-haspopup=dialog]');
    opener.click();
    await shown('dialog form');
  },
});
/** The member introduces a person who is not a friend to one of their friends. */
export const Introducing = screenStory(remote, {
  path,
  answers: {
    ...nobody,
    users: [maya],
    friends: [
      buildFriend({
        friend: buildPublicUser({
          id: 'olu',
          username: 'olu.adeyemi',
          name: 'Olu Adeyemi',
          relation: 'friend',
          canConnect: false,
        }),
      }),
    ],
  },
  async act() {
    (await shown<HTMLButtonElement>('main button:has(.lucide-heart-handshake)')).click();
    await shown('dialog form');
  },
});
export const Self = screenStory(remote, { path: '/frens/demo' });

/** Waits for a selector and returns its last match. */
async function shown<Found extends Element>(selector: string): Promise<Found> {
  for (let waited = 0; waited < 5_000; waited += 50) {
    const found = [...document.querySelectorAll<Found>(selector)].at(-1);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There is no ${selector}.`);
}
