import { composition } from '../mount-site.ts';
import type { Resource } from '../resource.ts';
import { account } from './account/account.routes.ts';
import { auth } from './auth/auth.routes.ts';
import { blocks } from './blocks/blocks.routes.ts';
import { circleInvitations } from './circles/circle-invitations.routes.ts';
import { circleMembers } from './circles/circle-members.routes.ts';
import { circlePosts } from './circles/circle-posts.routes.ts';
import { circles } from './circles/circles.routes.ts';
import { connections } from './connections/connections.routes.ts';
import { home } from './home/home.routes.ts';
import { invitations } from './invitations/invitations.routes.ts';
import { matches } from './matches/matches.routes.ts';
import { members } from './members/members.routes.ts';
import { messages } from './messages/messages.routes.ts';
import { notificationSettings } from './notification-settings/notification-settings.routes.ts';
import { notifications } from './notifications/notifications.routes.ts';
import { pandaContent } from './pandas/panda-content.routes.ts';
import { pandas } from './pandas/pandas.routes.ts';
import { people } from './people/people.routes.ts';
import { pictures } from './pictures/pictures.routes.ts';
import { privacy } from './privacy/privacy.routes.ts';
import { quiz } from './quiz/quiz.routes.ts';
import { reports } from './reports/reports.routes.ts';
import { sessions } from './sessions/sessions.routes.ts';
import { stakes } from './stakes/stakes.routes.ts';
import { voice } from './voice/voice.routes.ts';
import { wallet } from './wallet/wallet.routes.ts';

/** All resources of the API, in the order in which the router tries them. */
export const resources: readonly Resource[] = [
  sessions,
  auth,
  members,
  people,
  blocks,
  reports,
  pictures,
  connections,
  messages,
  matches,
  invitations,
  privacy,
  notificationSettings,
  quiz,
  voice,
  pandas,
  pandaContent,
  stakes,
  wallet,
  circles,
  circleInvitations,
  circleMembers,
  circlePosts,
  notifications,
  home,
  account,
  composition,
];
