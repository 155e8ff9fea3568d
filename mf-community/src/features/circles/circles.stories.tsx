import { MockFailure, mock } from '@frens/contract/mocks';
import { type StoryActs, screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Circles' };

export const Loading = screenStory(remote, { path: '/groups', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/groups', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/groups', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/groups' });
export const Visitor = screenStory(remote, { path: '/groups', signedIn: false });
export const NothingCanBeChanged = screenStory(remote, { path: '/groups', scenario: 'refusing' });
export const Invited = screenStory(remote, { path: '/groups?invite=abc' });
export const InvitedVisitor = screenStory(remote, { path: '/groups?invite=abc', signedIn: false });
export const InvitationOver = screenStory(remote, { path: '/groups?invite=over' });

const openNewGate = async ({ press, pressNamed }: StoryActs) => {
  await pressNamed('mf-community:circles.create.action');
  await press('dialog input[value=stake_gated]');
};
/** The gate's minimum stake, and its Panda. */
export const NewGate = screenStory(remote, {
  path: '/groups',
  async act(page) {
    await openNewGate(page);
    await page.appear('dialog label img');
  },
});
export const NewGateNothingFound = screenStory(remote, {
  path: '/groups',
  async act(page) {
    await openNewGate(page);
    await page.write('dialog input[type=search]', 'zzzz');
    await page.says('mf-community:circles.create.gate.none');
  },
});
export const NewGateFailed = screenStory(remote, {
  path: '/groups',
  mocks: [
    mock('GET /api/pandas', () => {
      throw new MockFailure(503, 'unavailable');
    }),
  ],
  async act(page) {
    await openNewGate(page);
    await page.says('mf-community:circles.create.gate.error');
  },
});
