import { pandaPath } from '@frens/contract/page-paths';
import { readSignature } from '@frens/contract/panda-scoring';
import {
  type ContractText,
  newPandaName,
  type Personality,
  personalityOf,
} from '@frens/contract/panda-texts';
import { pandaQuery } from '@frens/members/queries';
import { Button, currentLanguage, Link, Text, useQuery, useSession, useTranslation } from '@frens/platform';
import type { QuizState } from '../quiz-flow.ts';
import { answersOf, type QuizResult } from '../submission.ts';
import { Changes } from './changes.tsx';
import styles from './completion.module.css';
import { Reveal } from './reveal.tsx';

/** A member's result, and one next action. */
export function MemberResult({ result: { pandaId, imageUrl, signature, before } }: { result: QuizResult }) {
  const { t } = useTranslation('mf-quiz');
  // The name comes with the Panda. While it loads, or if that fails, the texts do without it.
  const { data: panda } = useQuery(pandaQuery(pandaId, currentLanguage()));
  const { tone, quirks } = panda?.aiPersonality ?? signature;
  return (
    <Reveal
      picture={{ imageUrl }}
      traits={signature.traits}
      topTrait={signature.topTrait}
      title={panda ? t('end.panda.named', { name: panda.name }) : t('end.panda.mine')}
      name={panda?.name ?? t('end.share.panda')}
      action={<ToDashboard />}
      ways={
        <>
          <Link to={pandaPath(pandaId)}>{t('end.toPanda')}</Link>
          <Link to="/browse">{t('end.toFrens')}</Link>
        </>
      }
    >
      <Sentences tone={tone} quirks={quirks} />
      {before ? <Changes before={before} now={signature} /> : null}
    </Reveal>
  );
}

interface VisitorResultProps {
  outcome: Extract<QuizState, { phase: 'kept' }>;
  onRestart: () => void;
}

/** A visitor's result, where the answers are stored, and how to claim it by signing up (D41). */
export function VisitorResult({ outcome: { submission, stored }, onRestart }: VisitorResultProps) {
  const { t } = useTranslation('mf-quiz');
  const isArriving = useSession().status === 'signed-in' && stored;
  const { t: text } = useTranslation('contract');
  const signature = readSignature(answersOf(submission.responses));
  // Safe: the contract's Panda texts have every key that its functions produce.
  const contractText = text as ContractText;
  const name = newPandaName(signature, submission.pictureSeed, contractText);
  return (
    <Reveal
      picture={submission}
      traits={signature.traits}
      topTrait={signature.topTrait}
      title={t('end.panda.named', { name })}
      name={name}
      action={
        isArriving ? (
          <ToDashboard />
        ) : (
          <>
            <Button asChild size="lg" variant="celebrate">
              <Link to="/auth?tab=register">{t('end.join')}</Link>
            </Button>
            <Button size="lg" variant="secondary" onClick={onRestart}>
              {t('end.again')}
            </Button>
          </>
        )
      }
    >
      <Sentences {...personalityOf(signature, contractText)} />
      <Text tone="muted">{t(isArriving ? 'end.arriving' : stored ? 'end.kept' : 'end.lost', { name })}</Text>
    </Reveal>
  );
}

/** The Panda's personality in whole sentences. */
function Sentences({ tone, quirks }: Personality) {
  const { t } = useTranslation('mf-quiz');
  const [first, second, third] = quirks.map(asPartOfSentence);
  return (
    <div className={styles.sentences}>
      <Text size="lg">{t('end.tone', { tone })}</Text>
      {first && second ? <Text size="lg">{t('end.quirks', { first, second })}</Text> : null}
      {third ? <Text size="lg">{t('end.quirk', { quirk: third })}</Text> : null}
    </div>
  );
}

function ToDashboard() {
  const { t } = useTranslation('mf-quiz');
  return (
    <Button asChild size="lg" variant="celebrate">
      <Link to="/dashboard">{t('end.dashboard')}</Link>
    </Button>
  );
}

/** Lower-cases a quirk, which is written as a sentence, for use inside another sentence. */
function asPartOfSentence(quirk: string): string {
  return quirk.charAt(0).toLocaleLowerCase(currentLanguage()) + quirk.slice(1);
}
