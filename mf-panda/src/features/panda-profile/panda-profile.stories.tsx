import { buildCircle, buildContent, fixtureId } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/A Panda' };

const path = `/panda/${fixtureId('panda', 1)}`;
const ownPath = `/panda/${fixtureId('panda', 0)}`;

export const Loading = screenStory(remote, { path, scenario: 'loading' });
export const Missing = screenStory(remote, { path: '/panda/nothing' });
export const Empty = screenStory(remote, { path, answers: { stakes: [], content: [] } });
export const Failed = screenStory(remote, { path, scenario: 'failing' });
export const Ready = screenStory(remote, { path });
export const Analytics = screenStory(remote, {
  path,
  act: async ({ appear }) => {
    // Tabs activate on focus.
    (await appear('[role=tab]:last-child')).focus();
    await appear('figure');
  },
});
export const Backing = screenStory(remote, {
  path: `${path}?back`,
  act: async ({ appear }) => void (await appear('form')),
});
/** The author has withdrawn their stake since. */
export const ReviewOfAFormerBacker = screenStory(remote, {
  path,
  answers: {
    content: [
      { ...buildContent({ type: 'review', isByFormerBacker: true }), pandaId: fixtureId('panda', 1) },
    ],
  },
});
export const Own = screenStory(remote, { path: ownPath });
export const Renaming = screenStory(remote, {
  path: ownPath,
  act: ({ pressNamed }) => pressNamed('mf-panda:profile.rename.open'),
});
const gate = {
  circleType: 'stake_gated',
  gatePandaId: fixtureId('panda', 1),
  gateMinAmount: '8.00',
} as const;
const gated = buildCircle({ id: 'c1', name: 'Lantern Kayakers', ...gate });
/** Opened from a circle whose gate requires a higher stake on this Panda. */
export const ForACircle = screenStory(remote, {
  path: `${path}?for=c1`,
  answers: {
    circles: [
      {
        ...gated,
        wayIn: { kind: 'stake', pandaId: gate.gatePandaId, required: '8.00', current: '1.50' },
      },
    ],
  },
});
export const ForACircleThatIsOpenNow = screenStory(remote, {
  path: `${path}?for=c1`,
  answers: { circles: [{ ...gated, wayIn: { kind: 'join' } }] },
});
