import { errorCodes } from '@frens/contract/errors';
import { canonicalAddress } from '@frens/contract/mail-address';
import { AppError, forbidden, notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { stopMemberMails } from '../notification-settings/member-stops.ts';
import { createInviteLink, findOpenLink, presentInvitation, presentLink } from './invite-links.ts';
import { stopMails } from './mail-stops.ts';
import { sendInvitation } from './send-invitation.ts';

export const invitations = defineResource((on) => {
  on('GET /api/invite-link', async ({ caller: { user }, services }) => {
    const link = await findOpenLink(services, user._id);
    return { link: link && presentLink(services, link) };
  });

  on('POST /api/invite-link', async ({ caller: { user }, services, transact }) => {
    return transact(
      { lockKeys: [memberKey(user._id)], run: () => createInviteLink(services, user._id) },
      async () => {
        const link = await findOpenLink(services, user._id);
        // Race condition: the link has just been used up or replaced.
        if (!link) throw notFound();
        return presentLink(services, link);
      },
    );
  });

  on('GET /api/invitations/:code', async ({ params, caller, services }) =>
    presentInvitation(services, params.code, caller?.user ?? null),
  );

  on('POST /api/invitations/email', async (call) => {
    const { body, caller, isPastLimit, language, services, transact } = call;
    const { user } = caller;
    if (!user.emailVerified) throw forbidden(errorCodes.emailUnconfirmed);
    const inviterId = String(user._id);
    const emailKey = canonicalAddress(body.email);
    return transact({
      lockKeys: [memberKey(user._id)],
      async run() {
        if (!(await findOpenLink(services, user._id))) await createInviteLink(services, user._id);
        // Past the limit nothing is sent. The answer stays the same: it must not reveal other invitations to that address.
        if (isPastLimit) return;
        const { email } = body;
        await services.jobs.add(
          sendInvitation,
          { email, language, inviterId },
          { memberId: user._id, emailKey },
        );
      },
    });
  });

  on('POST /api/unsubscribe/:token', async ({ params, services }) => {
    const { token } = params;
    if ((await stopMails(services, token)) || (await stopMemberMails(services, token))) return;
    throw new AppError(400, errorCodes.invalidToken);
  });
});
