import { buildInviteLink, demoCommunity } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { mockTokens } from './links.ts';
import { refuse } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type InvitationKey = Extract<
  ClientKey,
  | `${string} /api/invite-link`
  | `${string} /api/invitations/${string}`
  | `${string} /api/unsubscribe/${string}`
>;

/** Codes of invitations that the mocks know. */
export const mockInviteCodes = { open: 'abc', over: 'over', nameless: 'nameless' } as const;

export const isOpenCode = ({ codes }: Answers, code: string): boolean => codes.has(code);

let made = 0;

/** Inviting others, and being invited. */
export function invitationResolvers(answers: Answers): { [Key in InvitationKey]: MockResolver<Key> } {
  return {
    'GET /api/invite-link': () => ({ link: answers.inviteLink }),
    'POST /api/invite-link': () => {
      made += 1;
      answers.codes.add(`code${made}`);
      answers.inviteLink = buildInviteLink({ url: `https://frens.example/auth?invite=code${made}` });
      return answers.inviteLink;
    },
    'POST /api/invitations/email': () => undefined,
    'GET /api/invitations/:code': ({ params: { code } }) => {
      if (!isOpenCode(answers, code)) return { isOpen: false, inviter: null };
      const { members, pandas } = demoCommunity();
      const { id, name } = members[1] ?? {};
      const pandaId = pandas.find(({ ownerId }) => ownerId === id)?.id ?? null;
      const inviter =
        name === undefined || code === mockInviteCodes.nameless ? null : { name, profileImage: '', pandaId };
      return { isOpen: true, inviter };
    },
    'POST /api/unsubscribe/:token': ({ params: { token } }) => {
      if (token !== mockTokens.sent) refuse(400, 'invalid_token');
    },
  };
}
