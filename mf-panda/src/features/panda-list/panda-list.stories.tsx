import { buildCircle } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Pandas' };

export const Loading = screenStory(remote, { path: '/panda', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/panda', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/panda', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/panda' });
export const Visitor = screenStory(remote, { path: '/panda', signedIn: false });
export const ByScore = screenStory(remote, { path: '/panda?sort=fq&kind=warmth' });
export const NoneFits = screenStory(remote, { path: '/panda?q=zebra' });

/** Opened from a circle that requires a stake on any Panda. */
export const ForACircle = screenStory(remote, {
  path: '/panda?for=c1',
  answers: {
    circles: [
      buildCircle({
        id: 'c1',
        name: 'Lantern Kayakers',
        circleType: 'stake_gated',
        gateMinAmount: '8.00',
        wayIn: { kind: 'stake', pandaId: null, required: '8.00', current: '1.50' },
      }),
    ],
  },
});
