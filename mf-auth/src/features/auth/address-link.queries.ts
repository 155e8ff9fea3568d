import type { SelfUser } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';

/** Kinds of links about an address; also the names of their token parameters. */
export const addressLinkKinds = ['confirm', 'change', 'undo', 'stop', 'keep'] as const;
export type AddressLinkKind = (typeof addressLinkKinds)[number];

interface Spending {
  kind: AddressLinkKind;
  token: string;
  /** The reader's answer to whether the account is theirs. */
  isMine?: boolean;
}

/** Outcome of a link. `user` is set if this browser is signed in to the account. */
export type AddressOutcome =
  | { step: 'done'; user: SelfUser | null; email?: string }
  | { step: 'question'; username: string; createdAt: string }
  | { step: 'freed' | 'discarded' };

function bodyWith(token: string, isMine: boolean | undefined) {
  return { token, ...(isMine === undefined ? {} : { isMine }) };
}

async function spend({ kind, token, isMine }: Spending): Promise<AddressOutcome> {
  switch (kind) {
    case 'confirm': {
      const answer = await api.call('POST /api/auth/email/confirm', { body: bodyWith(token, isMine) });
      if (answer.status === 'confirmed') return { step: 'done', user: answer.user };
      if (answer.status === 'freed') return { step: 'freed' };
      return { step: 'question', username: answer.username, createdAt: answer.createdAt };
    }
    case 'change': {
      const answer = await api.call('POST /api/auth/email/change', { body: bodyWith(token, isMine) });
      if (answer.status === 'changed') return { step: 'done', user: answer.user, email: answer.email };
      if (answer.status === 'discarded') return { step: 'discarded' };
      return { step: 'question', username: answer.username, createdAt: answer.createdAt };
    }
    case 'stop':
      await api.call('POST /api/unsubscribe/:token', { params: { token } });
      return { step: 'done', user: null };
    case 'undo': {
      const { email } = await api.call('POST /api/auth/email/undo', { body: { token } });
      // The server may have ended this browser's session, too.
      void session.refresh();
      return { step: 'done', user: null, email };
    }
    case 'keep':
      await api.call('POST /api/auth/account/keep', { body: { token } });
      return { step: 'done', user: null };
  }
}

/** Redeems a link: confirms, changes or restores the address, or keeps the account (D10, D14, D46). The card shows failures. */
export function useRedeemAddressLink() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: spend,
    onSuccess(outcome, { kind }) {
      // Undoing a change ends every session.
      if (outcome.step !== 'done' || !outcome.user) return;
      if (kind === 'undo' || kind === 'stop' || kind === 'keep') return;
      session.update(outcome.user);
      toast({
        title: t(`address.${kind}.done.title`),
        description: t(`address.${kind}.here`, { email: outcome.user.email }),
        tone: 'success',
      });
    },
  });
}
