import {
  buildCircle,
  buildCirclePost,
  buildCircleRequest,
  buildPublicUser,
  fixtureId,
} from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/A circle' };

const id = fixtureId('circle', 4);
const path = `/groups/${id}`;
const pandaId = fixtureId('panda', 1);
const circle = buildCircle({ id, name: 'Lantern Kayakers' });
const one = (overrides: Parameters<typeof buildCircle>[0]) => ({ circles: [{ ...circle, ...overrides }] });

export const Loading = screenStory(remote, { path, scenario: 'loading' });
export const Empty = screenStory(remote, { path, answers: { ...one({}), circleMembers: new Map() } });
export const Failed = screenStory(remote, { path, scenario: 'failing' });
export const Missing = screenStory(remote, { path: '/groups/nothing' });
export const Ready = screenStory(remote, { path });
export const Visitor = screenStory(remote, { path, signedIn: false });
export const Member = screenStory(remote, {
  path,
  answers: one({ membership: 'member', wayIn: { kind: 'none' } }),
});
export const JustJoined = screenStory(remote, {
  path,
  state: { joined: 'first' },
  answers: one({ membership: 'member', wayIn: { kind: 'none' } }),
});
export const InviteOnly = screenStory(remote, {
  path,
  answers: one({ circleType: 'invite', wayIn: { kind: 'ask' } }),
});
export const InvitedByAFriend = screenStory(remote, {
  path,
  answers: one({
    circleType: 'invite',
    wayIn: {
      kind: 'invited',
      inviter: { username: 'ana', name: 'Ana Ruiz', profileImage: '', pandaId: null, pandaImage: null },
    },
  }),
});
export const InTooMany = screenStory(remote, {
  path,
  answers: one({ wayIn: { kind: 'shut', reason: 'too_many_circles' } }),
});
export const Requests = screenStory(remote, {
  path,
  answers: {
    ...one({ circleType: 'invite', membership: 'owner', wayIn: { kind: 'none' } }),
    circleRequests: new Map([[id, [buildCircleRequest()]]]),
  },
});
export const StakeMissing = screenStory(remote, {
  path,
  answers: one({
    circleType: 'stake_gated',
    isPandaGated: true,
    gatePandaId: pandaId,
    gateMinAmount: '25.00',
    wayIn: { kind: 'stake', pandaId, required: '25.00', current: '2.50' },
  }),
});
export const Posts = screenStory(remote, {
  path,
  answers: {
    ...one({ membership: 'member', wayIn: { kind: 'none' } }),
    noticesWanted: new Set([id]),
    circlePosts: new Map([
      [
        id,
        [
          buildCirclePost(),
          buildCirclePost({ id: 'two', text: 'Quiet water.\n'.repeat(6), canDelete: true }),
        ],
      ],
    ]),
  },
});
export const Admin = screenStory(remote, {
  path,
  answers: {
    ...one({ membership: 'admin', wayIn: { kind: 'none' } }),
    circleBans: new Map([[id, [{ id: 'kim', user: buildPublicUser(), since: '2026-11-20T09:00:00.000Z' }]]]),
  },
});
export const NotAdmitted = screenStory(remote, {
  path,
  answers: one({ wayIn: { kind: 'shut', reason: 'not_admitted' } }),
});
export const LongWords = screenStory(remote, {
  path: `/v2${path}`,
  answers: one({
    name: 'Donaudampfschifffahrtsgesellschaftskapitänsverein von 1829',
    description: `${'Donaudampfschifffahrt'.repeat(6)}\n\n${'We paddle at night. '.repeat(40)}`,
    memberCount: 20_000,
  }),
});
export const Owner = screenStory(remote, {
  path,
  answers: one({ membership: 'owner', wayIn: { kind: 'none' } }),
});
