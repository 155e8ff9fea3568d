import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { circleKey } from './circle.model.ts';
import { presentCircles } from './circle.presenter.ts';
import { circleOfLink, createLink, listLinks, newCode, presentLink, revokeLink } from './circle-links.ts';
import { findCirclesOfBlocked } from './find-circle.ts';
import { declineInvitations, inviteFriend, presentInvitation } from './personal-invitations.ts';

export const circleInvitations = defineResource((on) => {
  on('POST /api/circles/:id/invitations', async ({ ids: { id }, body, caller, services, transact }) => {
    const { CircleInvitation, CircleLink } = services.db.models;
    if (body.userId !== undefined) {
      const friendId = idFrom(body.userId);
      return transact(
        {
          lockKeys: [memberKey(caller.user._id)],
          run: async () => ({ id: await inviteFriend(services, caller.user, id, friendId) }),
        },
        async ({ id: invitationId }) => {
          const invitation = await CircleInvitation.findById(invitationId).lean();
          if (!invitation) throw notFound();
          return presentInvitation(invitation);
        },
      );
    }
    // Only this request knows the code: a retry with the idempotency key gets the link without it.
    let code: string | null = null;
    return transact(
      {
        lockKeys: [circleKey(id)],
        async run() {
          code = newCode();
          return { id: await createLink(services, caller.user, id, { ...body, code }) };
        },
      },
      async ({ id: linkId }) => {
        const link = await CircleLink.findById(linkId).lean();
        if (!link) throw notFound();
        const url = code === null ? null : new URL(`/groups?invite=${code}`, services.config.publicUrl).href;
        return { ...presentLink(link), code, url };
      },
    );
  });

  on('GET /api/circles/:id/invitations', ({ ids: { id }, query, caller, services, ctx }) =>
    listLinks(services, caller.user, id, query, ctx),
  );

  on('DELETE /api/circles/:id/invitations/:iid', async ({ ids: { id, iid }, caller, services, transact }) =>
    transact({ lockKeys: [circleKey(id)], run: () => revokeLink(services, caller.user, id, iid) }),
  );

  on('POST /api/circles/:id/invitations/decline', async ({ ids: { id }, caller, services, transact }) =>
    transact({
      lockKeys: [memberKey(caller.user._id)],
      run: () => declineInvitations(services, caller.user, id),
    }),
  );

  on('GET /api/circle-invitations/:code', async ({ params, caller, language, services }) => {
    const viewer = caller?.user ?? null;
    const found = await circleOfLink(services, params.code);
    const isVisible =
      found !== null && (await findCirclesOfBlocked(services, viewer?._id ?? null, [found])).size === 0;
    const [circle] = isVisible
      ? await presentCircles(services, { viewer, language }, [found], { byLink: true })
      : [];
    return { circle: circle ?? null };
  });
});
