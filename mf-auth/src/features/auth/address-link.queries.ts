import type { SelfUser } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';

/** What a link about an address is good for; also the parameter that its token came in. */
export const addressLinkKinds = ['confirm', 'change', 'undo', 'stop', 'keep'] as const;
export type AddressLinkKind = (typeof addressLinkKinds)[number];

interface Spending {
  kind: AddressLinkKind;
  token: string;
  /** The answer to whether the account belongs to who reads the mail. */
  isMine?: boolean;
}

/** What became of a link. `user` is there when this browser is signed in to the account. */
export type AddressOutcome =
  | { step: 'done'; user: SelfUser | null; email?: string }
  | { step: 'question'; username: string; createdAt: string }
  | { step: 'freed' | 'discarded' };

function answered(token: string, isMine: boolean | undefined) {
  return { token, ...(isMine === undefined ? {} : { isMine }) };
}

async function spend({ kind, token, isMine }: Spending): Promise<AddressOutcome> {
  switch (kind) {
    case 'confirm': {
      const answer = await api.call('POST /api/auth/email/confirm', { body: answered(token, isMine) });
      if (answer.status === 'confirmed') return { step: 'done', user: answer.user };
      if (answer.status === 'freed') return { step: 'freed' };
      return { step: 'question', username: answer.username, createdAt: answer.createdAt };
    }
    case 'change': {
      const answer = await api.call('POST /api/auth/email/change', { body: answered(token, isMine) });
      if (answer.status === 'changed') return { step: 'done', user: answer.user, email: answer.email };
      if (answer.status === 'discarded') return { step: 'discarded' };
      return { step: 'question', username: answer.username, createdAt: answer.createdAt };
    }
    case 'stop':
      await api.call('POST /api/unsubscribe/:token', { params: { token } });
      return { step: 'done', user: null };
    case 'undo': {
      const { email } = await api.call('POST /api/auth/email/undo', { body: { token } });
      // This browser may have been signed out by it, too.
      void session.refresh();
      return { step: 'done', user: null, email };
    }
    case 'keep':
      await api.call('POST /api/auth/account/keep', { body: { token } });
      return { step: 'done', user: null };
  }
}

/** Spends a link that is about an address: confirms it, changes it, undoes the change, or keeps the account that has it (D10, D14, D46). The card says what failed. */
export function useSpendAddressLink() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: spend,
    onSuccess(outcome, { kind }) {
      // Undoing a change signs everybody out.
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
