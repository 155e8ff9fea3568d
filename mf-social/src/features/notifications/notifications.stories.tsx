import { buildNotification } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Notifications' };

export const Loading = screenStory(remote, { path: '/notifications', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/notifications', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/notifications', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/notifications' });

const circle = { id: 'tea', name: 'Donaudampfschifffahrtsgesellschaftskapitänsverein von 1829' };
export const OfCircles = screenStory(remote, {
  path: '/notifications',
  answers: {
    notifications: [
      buildNotification({ id: 'request', kind: 'circleRequest', circle }),
      buildNotification({ id: 'mention', kind: 'circleMention', circle }),
      buildNotification({ id: 'notice', kind: 'circleNotice', circle }),
      buildNotification({ id: 'accepted', kind: 'circleAccepted', actor: null, circle }),
      buildNotification({ id: 'owner', kind: 'circleOwner', actor: null, circle, isRead: true }),
    ],
  },
});
