import { keptQuizDays, keptQuizKey } from '@frens/contract/kept-quiz';
import { readSignature } from '@frens/contract/panda-scoring';
import { type ContractText, newPandaName } from '@frens/contract/panda-texts';
import { pictureSeedForm } from '@frens/contract/picture-seed';
import { firstQuotient } from '@frens/contract/quotient';
import { Card, Panda, safeLocalStorage, Text, useTranslation } from '@frens/platform';
import { useState } from 'react';
import styles from '../auth.module.css';

/** The Panda of a quiz taken in this browser before sign-up (D41); renders nothing without one. */
export function WaitingPanda() {
  const { t } = useTranslation('mf-auth');
  const { t: text } = useTranslation('contract');
  const [waiting] = useState(readWaitingPanda);
  if (!waiting) return null;
  const { pictureSeed, signature } = waiting;
  // Safe: the contract's Panda texts have every key that its functions produce.
  const name = newPandaName(signature, pictureSeed, text as ContractText);
  return (
    <Card asChild tone="tint">
      <section className={`${styles.invitation} ${styles.waiting}`} aria-label={t('waitingPanda.label')}>
        <Panda pandaId={pictureSeed} traits={signature.traits} score={Number(firstQuotient.total)} name="" />
        <div>
          <p className={styles.invitationTitle}>{t('waitingPanda.title', { name })}</p>
          <Text tone="muted">{t('waitingPanda.text')}</Text>
        </div>
      </section>
    </Card>
  );
}

/** Reads the quiz from local storage; null for another version or foreign data. */
function readWaitingPanda() {
  try {
    const { keptAt, submission } = JSON.parse(safeLocalStorage.read(keptQuizKey) ?? '');
    const age = Math.abs(Date.now() - keptAt);
    if (!(age < keptQuizDays * 24 * 60 * 60 * 1_000) || !pictureSeedForm.test(submission.pictureSeed))
      return null;
    const answers = submission.responses.map(({ lab, response }: Record<string, unknown>) => [lab, response]);
    return {
      pictureSeed: String(submission.pictureSeed),
      signature: readSignature(Object.fromEntries(answers)),
    };
  } catch {
    return null;
  }
}
