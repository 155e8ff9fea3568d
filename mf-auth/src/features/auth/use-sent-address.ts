import { authDrafts } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { useKeptDraft, withDraft } from '@frens/platform';
import { useState } from 'react';

const nothing = { to: '', at: 0 };

const minute = 60_000;

/**
 * The address that this tab has sent a link to, for the link's lifetime. The next step survives a reload, and phones that discard the
 * tab while the mail app is open (docs/decisions/0093).
 */
export function useSentAddress(purpose: keyof typeof authDrafts.sent) {
  const name = authDrafts.sent[purpose];
  const [sent, setSent] = useState(() => {
    const draft = withDraft(name, nothing);
    return draft.at + limits.linkMinutes[purpose] * minute > Date.now() ? draft : nothing;
  });
  useKeptDraft(name, sent.to === '' ? {} : sent);
  return {
    /** Empty if no link was sent. */
    to: sent.to,
    keep: (to: string) => setSent({ to, at: Date.now() }),
    forget: () => setSent(nothing),
  };
}

export type SentAddress = ReturnType<typeof useSentAddress>;
