import { limits } from '@frens/contract/limits';
import { useKeptDraft, withDraft } from '@frens/platform';
import { useState } from 'react';

const nothing = { to: '', at: 0 };

const minute = 60_000;

/**
 * The address that a link went to from this tab, while the link lives: a reload, or a phone that drops the tab for its mail program, still
 * finds what to do now (docs/decisions/0093).
 */
export function useSentTo(purpose: 'sign-in' | 'reset') {
  const name = `sent-${purpose}`;
  const [sent, setSent] = useState(() => {
    const kept = withDraft(name, nothing);
    return kept.at + limits.linkMinutes[purpose] * minute > Date.now() ? kept : nothing;
  });
  useKeptDraft(name, sent.to === '' ? {} : sent);
  return {
    /** Empty: none did. */
    to: sent.to,
    keep: (to: string) => setSent({ to, at: Date.now() }),
    forget: () => setSent(nothing),
  };
}

export type SentTo = ReturnType<typeof useSentTo>;
