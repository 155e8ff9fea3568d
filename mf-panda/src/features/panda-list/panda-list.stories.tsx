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
