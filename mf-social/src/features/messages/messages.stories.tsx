import { demoCommunity } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Messages' };

export const Loading = screenStory(remote, { path: '/messages', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/messages', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/messages', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/messages' });
export const Long = screenStory(remote, { path: '/messages', scenario: 'long' });
export const Open = screenStory(remote, {
  path: `/messages/${demoCommunity().members[1]?.username ?? ''}`,
});
export const Missing = screenStory(remote, { path: '/messages/nobody' });
