import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Circles' };

export const Loading = screenStory(remote, { path: '/groups', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/groups', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/groups', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/groups' });
export const Visitor = screenStory(remote, { path: '/groups', signedIn: false });
export const NothingCanBeChanged = screenStory(remote, { path: '/groups', scenario: 'refusing' });
export const Invited = screenStory(remote, { path: '/groups?invite=any' });
export const InvitedVisitor = screenStory(remote, { path: '/groups?invite=any', signedIn: false });
export const InvitationOver = screenStory(remote, { path: '/groups?invite=over' });
