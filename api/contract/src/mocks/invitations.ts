import { buildInviteLink, demoCommunity, pandaImageOf } from '../fixtures/index.ts';
import type { Answers } from './answers.ts';
import { mockTokens } from './links.ts';
import { newId, refuse, requireMember } from './lookup.ts';
import type { Resolvers } from './mock.ts';

/** The mocks' invitation codes. */
export const mockInviteCodes = { open: 'abc', over: 'over', nameless: 'nameless' } as const;

export const isOpenCode = ({ codes }: Answers, code: string): boolean => codes.has(code);

/** Invitations, sent and received. */
export function invitationResolvers(answers: Answers) {
  return {
    'GET /api/invite-link': () => ({ link: answers.inviteLink }),
    'POST /api/invite-link': () => {
      const code = newId('code');
      answers.codes.add(code);
      answers.inviteLink = buildInviteLink({ url: `https://frens.example/auth?invite=${code}` });
      return answers.inviteLink;
    },
    'POST /api/invitations/email': () => {
      if (!requireMember(answers).emailVerified) refuse(403, 'email_unconfirmed');
    },
    'GET /api/invitations/:code': ({ params: { code } }) => {
      if (!isOpenCode(answers, code)) return { isOpen: false, inviter: null };
      const { members, pandas } = demoCommunity();
      const { id, name } = members[1] ?? {};
      const pandaId = pandas.find(({ ownerId }) => ownerId === id)?.id ?? null;
      const inviter =
        name === undefined || code === mockInviteCodes.nameless
          ? null
          : { name, profileImage: '', pandaId, pandaImage: pandaImageOf(pandaId) };
      return { isOpen: true, inviter };
    },
    'POST /api/unsubscribe/:token': ({ params: { token } }) => {
      if (token !== mockTokens.sent) refuse(400, 'invalid_token');
    },
  } satisfies Partial<Resolvers>;
}
