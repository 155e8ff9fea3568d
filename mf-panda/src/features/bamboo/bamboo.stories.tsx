import { buildOwnStake, buildWallet } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/BAMBOO' };

const path = '/bamboo';

export const Loading = screenStory(remote, { path, scenario: 'loading' });
export const Empty = screenStory(remote, { path, scenario: 'empty' });
export const Failed = screenStory(remote, { path, scenario: 'failing' });
export const Ready = screenStory(remote, { path });
export const Locked = screenStory(remote, {
  path,
  answers: {
    wallet: buildWallet({ staked: '1275.00' }),
    ownStakes: [
      buildOwnStake({ unlocksAt: '2099-01-08T09:30:00.000Z', isLocked: true }),
      buildOwnStake({ id: 'leaving', panda: null, amount: '1250.00' }),
    ],
  },
});
