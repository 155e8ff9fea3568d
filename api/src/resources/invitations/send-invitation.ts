import { languages } from '@frens/contract/languages';
import { canonicalAddress } from '@frens/contract/mail-address';
import { messageText } from '@frens/contract/messages';
import { z } from 'zod';
import { hour, minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import type { JobKind } from '../../jobs/queue.ts';
import { handler, type JobHandler } from '../../jobs/worker.ts';
import { serverLimits } from '../../limits.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { readsAsLink } from '../../mail/reads-as-link.ts';
import type { Services } from '../../services.ts';
import { isHidden } from '../members/user.model.ts';
import { findOpenLink, invitePath } from './invite-links.ts';
import { stopTokenFor } from './mail-stops.ts';

const InvitationRequest = z.object({ email: z.string(), language: z.enum(languages), inviterId: z.string() });

/**
 * Mails an invitation to an address. The job, not the call, looks up whether the address has an account or has unsubscribed, so
 * the call takes the same time for every address.
 */
export const sendInvitation: JobKind<z.output<typeof InvitationRequest>> = {
  name: 'invitation',
  payload: InvitationRequest,
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour],
  lane: 'mail',
};

/** Sends the invitation with the link that the member has when the job runs. */
export function invitationHandler(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  mailer: Mailer,
): JobHandler {
  const { User } = services.db.models;
  return handler(sendInvitation, async ({ email, language, inviterId }, { jobId }) => {
    const inviter = await User.findById(idFrom(inviterId)).lean();
    const link = inviter && (await findOpenLink(services, inviter._id));
    // Members who have ended their account, or are suspended, invite nobody.
    if (!link || isHidden(inviter) || (await User.exists({ emailKey: canonicalAddress(email) }))) return;
    const stopToken = await stopTokenFor(services, email);
    if (stopToken === null) return;
    const values = {
      name: readsAsLink(inviter.name) ? messageText(language, 'invitation.somebody') : inviter.name,
      days: serverLimits.inviteLink.days,
    };
    const path = invitePath(link._id);
    await mailer.send({ to: email, language, name: 'invitation', path, values, stopToken }, jobId);
  });
}
