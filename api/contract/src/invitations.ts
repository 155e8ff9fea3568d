import { z } from 'zod';
import { ofDone, perDay, silently } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Time } from './fields.ts';
import { limits } from './limits.ts';
import { Email, PublicUser } from './members.ts';

const { linksPerDay, mailsPerDay, mailsPerAddress, mailsPerAddressAndInviter, addressDays } =
  limits.invitations;
const day = 24 * 60 * 60;

/** A member's link for those they invite (D45). */
export const InviteLink = z.object({
  /** The full URL, to be shared. */
  url: z.string(),
  expiresAt: Time,
  /** Uses of the link, and their maximum. */
  uses: z.number().int(),
  maxUses: z.number().int(),
});

/** The inviter as shown to a visitor with the link (docs/decisions/0121). */
export const Invitation = z.object({
  /** False if it is expired, used up or unknown. Its holder can still join. */
  isOpen: z.boolean(),
  /** The inviter; null if hidden. */
  inviter: PublicUser.pick({ name: true, profileImage: true, pandaId: true, pandaImage: true }).nullable(),
});

export const InviteByEmailBody = z.object({ email: Email });

export const invitationEndpoints = {
  /** The member's working link, if any. */
  'GET /api/invite-link': endpoint({ response: z.object({ link: InviteLink.nullable() }) }),
  /** Creates a new link and revokes the old one. */
  'POST /api/invite-link': endpoint({
    access: 'complete',
    status: 201,
    limits: [perDay(linksPerDay)],
    response: InviteLink,
  }),
  'GET /api/invitations/:code': endpoint({ access: 'public', response: Invitation }),
  /** Mails the member's link. The response never reveals whether the address has an account or a mail was sent (D45). */
  'POST /api/invitations/email': endpoint({
    access: 'complete',
    limits: [
      ofDone(perDay(mailsPerDay)),
      ofDone(
        silently({
          per: { body: 'email', fromOneMember: true },
          points: mailsPerAddressAndInviter,
          seconds: addressDays * day,
        }),
      ),
      ofDone(silently({ per: { body: 'email' }, points: mailsPerAddress, seconds: addressDays * day })),
    ],
    body: InviteByEmailBody,
    refuses: ['403 email_unconfirmed'],
  }),
  /** Unsubscribes the token's recipient from its kind of mail. Mail programs post a form here on one click (RFC 8058). */
  'POST /api/unsubscribe/:token': endpoint({
    access: 'public',
    ignoresBody: true,
    refuses: ['400 invalid_token'],
  }),
};

export type InviteLink = z.output<typeof InviteLink>;
export type Invitation = z.output<typeof Invitation>;
