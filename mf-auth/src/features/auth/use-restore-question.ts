import { useSession } from '@frens/platform';
import { useState } from 'react';
import type { RestoreQuestion } from './account-deletion.ts';

/** Whether to keep an account with a pending deletion. The question expires when the session changes to another member. */
export function useRestoreQuestion() {
  const memberId = useSession().user?.id ?? null;
  const [question, setQuestion] = useState<(RestoreQuestion & { before: string | null }) | null>(null);
  return {
    deletion: question && question.before === memberId ? question : null,
    ask: (next: RestoreQuestion) => setQuestion({ ...next, before: memberId }),
    leave: () => setQuestion(null),
  };
}
