import type { HttpHandler } from 'msw';
import { type ClientKey, clientKeys } from '../index.ts';
import { accountResolvers, pictureFile } from './account.ts';
import type { Answers } from './answers.ts';
import { bambooResolvers } from './bamboo.ts';
import { circleResolvers } from './circles.ts';
import { connectionResolvers } from './connections.ts';
import { homeResolvers } from './home.ts';
import { invitationResolvers } from './invitations.ts';
import { refuse } from './lookup.ts';
import { matchResolvers } from './matches.ts';
import { type MockResolver, mock, type Resolvers } from './mock.ts';
import { notificationResolvers } from './notifications.ts';
import { contentResolvers } from './panda-content.ts';
import { drawings, pandaResolvers } from './pandas.ts';
import { personResolvers, requireShown } from './people.ts';

/** Handlers for every call of the contract and for pictures, over one state. */
export function handlersOf(answers: Answers): HttpHandler[] {
  // A new call with an answer needs a resolver here to compile.
  const resolvers: Resolvers = {
    ...accountResolvers(answers),
    ...invitationResolvers(answers),
    ...personResolvers(answers),
    ...homeResolvers(answers),
    ...connectionResolvers(answers),
    ...notificationResolvers(answers),
    ...matchResolvers(answers),
    ...pandaResolvers(answers),
    ...contentResolvers(answers),
    ...bambooResolvers(answers),
    ...circleResolvers(answers),
    ...siteResolvers,
  };
  const { refusals, suspension } = answers;
  const state = { caller: () => answers.user, replays: new Map(), refusals, suspension };
  const calls = clientKeys.map((key) => {
    const resolve: MockResolver<ClientKey> = resolvers[key] ?? (() => undefined);
    const resolveShown: MockResolver<ClientKey> = (call) => {
      requireShown(answers, key, call.params);
      return resolve(call);
    };
    return mock(key, resolveShown, state);
  });
  return [...calls, ...drawings(answers), pictureFile(answers)];
}

/** The token of all visits. */
const token = 'any';
const takeFrom = (sent: string) => (sent === token ? undefined : refuse(400, 'invalid_token'));

const siteResolvers = {
  // Reports about loaded versions are accepted and discarded.
  'POST /api/composition/visits': ({ body }) =>
    takeFrom(body.token ?? token) ?? { token, versions: body.versions },
  'POST /api/composition/reports': ({ body }) => takeFrom(body.token),
  // No voice service, as on a site without a key: the browser's voice is used (D44).
  'POST /api/elevenlabs/generate-voice': () => refuse(503, 'voice_unavailable'),
} satisfies Partial<Resolvers>;
