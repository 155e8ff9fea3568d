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

/** The end of a member's quiz: what it found, and the one thing to do next. */
export function MemberEnding({ result: { pandaId, imageUrl, signature, before } }: { result: QuizResult }) {
  const { t } = useTranslation('mf-quiz');
  // The Panda brings its name. Until it is there, or when it cannot be had, the result speaks without it.
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
          <Link to={`/panda/${pandaId}`}>{t('end.toPanda')}</Link>
          <Link to="/browse">{t('end.toFrens')}</Link>
        </>
      }
    >
      <Sentences tone={tone} quirks={quirks} />
      {before ? <Changes before={before} now={signature} /> : null}
    </Reveal>
  );
}

interface VisitorEndingProps {
  outcome: Extract<QuizState, { phase: 'kept' }>;
  onRestart: () => void;
}

/** The end of a visitor's quiz: what it found, where the answers are, and how to make them one's own (D41). */
export function VisitorEnding({ outcome: { submission, stored }, onRestart }: VisitorEndingProps) {
  const { t } = useTranslation('mf-quiz');
  const isArriving = useSession().status === 'signed-in' && stored;
  const { t: text } = useTranslation('contract');
  const signature = readSignature(answersOf(submission.responses));
  // True because the contract's texts of Pandas have every key that its functions make.
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

/** What the Panda is like, in whole sentences. */
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

/** Quirks are written as sentences of their own; inside another one they begin small. */
function asPartOfSentence(quirk: string): string {
  return quirk.charAt(0).toLocaleLowerCase(currentLanguage()) + quirk.slice(1);
}
