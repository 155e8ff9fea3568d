import { buildInviteLink, demoCommunity } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { member } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type InvitationKey = Extract<
  ClientKey,
  | `${string} /api/invite-link`
  | `${string} /api/invitations/${string}`
  | `${string} /api/unsubscribe/${string}`
>;

/** Codes of invitations that the mocks know; every other one is from a member of the community. */
export const mockInviteCodes = { over: 'over', nameless: 'nameless' } as const;

/** A token that stops no mails. */
export const mockStopToken = 'cut-off';

let made = 0;

/** Inviting others, and being invited. */
export function invitationResolvers(answers: Answers): { [Key in InvitationKey]: MockResolver<Key> } {
  return {
    'GET /api/invite-link': () => {
      member(answers);
      return { link: answers.inviteLink };
    },
    'POST /api/invite-link': () => {
      member(answers);
      made += 1;
      answers.inviteLink = buildInviteLink({ url: `https://frens.example/auth?invite=code${made}` });
      return answers.inviteLink;
    },
    'POST /api/invitations/email': () => void member(answers),
    'GET /api/invitations/:code': ({ params: { code } }) => {
      if (code === mockInviteCodes.over) return { isOpen: false, inviter: null };
      const { members, pandas } = demoCommunity();
      const { id, name } = members[1] ?? {};
      const pandaId = pandas.find(({ ownerId }) => ownerId === id)?.id ?? null;
      const inviter =
        name === undefined || code === mockInviteCodes.nameless ? null : { name, profileImage: '', pandaId };
      return { isOpen: true, inviter };
    },
    'POST /api/unsubscribe/:token': ({ params: { token } }) => {
      if (token === mockStopToken) throw new MockFailure(400, 'invalid_token');
    },
  };
}
