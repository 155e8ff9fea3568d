import { useSession } from '@frens/platform';
import { useState } from 'react';
import type { AskedToKeep } from './account-deletion.ts';

/** The question whether to keep an account that is ending; it is over once somebody else is signed in than when it was asked. */
export function useKeepQuestion() {
  const memberId = useSession().user?.id ?? null;
  const [question, setQuestion] = useState<(AskedToKeep & { before: string | null }) | null>(null);
  return {
    asked: question && question.before === memberId ? question : null,
    ask: (asked: AskedToKeep) => setQuestion({ ...asked, before: memberId }),
    leave: () => setQuestion(null),
  };
}
