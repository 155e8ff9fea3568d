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
  on('POST /api/circles/:id/invitations', async ({ params, body, caller, services, transact }) => {
    const { CircleInvitation, CircleLink } = services.db.models;
    const circleId = idFrom(params.id);
    if (body.userId !== undefined) {
      const friendId = idFrom(body.userId);
      return transact(
        {
          lockKeys: [memberKey(caller.user._id)],
          run: async () => ({ id: await inviteFriend(services, caller.user, circleId, friendId) }),
        },
        async ({ id }) => {
          const invitation = await CircleInvitation.findById(id).lean();
          if (!invitation) throw notFound();
          return presentInvitation(invitation);
        },
      );
    }
    // Only this request knows the code: a retry with the idempotency key gets the link without it.
    let code: string | null = null;
    return transact(
      {
        lockKeys: [circleKey(circleId)],
        async run() {
          code = newCode();
          return { id: await createLink(services, caller.user, circleId, { ...body, code }) };
        },
      },
      async ({ id }) => {
        const link = await CircleLink.findById(id).lean();
        if (!link) throw notFound();
        const url = code === null ? null : new URL(`/groups?invite=${code}`, services.config.publicUrl).href;
        return { ...presentLink(link), code, url };
      },
    );
  });

  on('GET /api/circles/:id/invitations', ({ params, query, caller, services, ctx }) =>
    listLinks(services, caller.user, idFrom(params.id), query, ctx),
  );

  on('DELETE /api/circles/:id/invitations/:iid', async ({ params, caller, services, transact }) => {
    const [circleId, linkId] = [idFrom(params.id), idFrom(params.iid)];
    return transact({
      lockKeys: [circleKey(circleId)],
      run: () => revokeLink(services, caller.user, circleId, linkId),
    });
  });

  on('POST /api/circles/:id/invitations/decline', async ({ params, caller, services, transact }) => {
    const circleId = idFrom(params.id);
    return transact({
      lockKeys: [memberKey(caller.user._id)],
      run: () => declineInvitations(services, caller.user, circleId),
    });
  });

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
