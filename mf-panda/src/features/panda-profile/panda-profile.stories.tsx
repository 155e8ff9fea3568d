import { fixtureId } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/A Panda' };

const path = `/panda/${fixtureId('panda', 1)}`;

export const Loading = screenStory(remote, { path, scenario: 'loading' });
export const Missing = screenStory(remote, { path: '/panda/nothing' });
export const Empty = screenStory(remote, { path, answers: { stakes: [], content: [] } });
export const Failed = screenStory(remote, { path, scenario: 'failing' });
export const Ready = screenStory(remote, { path });
