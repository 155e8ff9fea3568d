import { readSoul } from '@frens/contract/panda-scoring';
import { Button, currentLanguage, Link, Text, useQuery, useTranslation } from '@frens/platform';
import { pandaQuery } from '../quiz.queries.ts';
import type { QuizState } from '../quiz-flow.ts';
import { answersOf, type QuizResult, type Submission } from '../submission.ts';
import styles from './ending.module.css';
import { Reveal } from './reveal.tsx';

/** The end of the quiz: what it found, and the one thing to do next. */
export function Ending({ outcome }: { outcome: Extract<QuizState, { phase: 'saved' | 'kept' }> }) {
  if (outcome.phase === 'saved') return <MemberEnding result={outcome.result} />;
  return <VisitorEnding submission={outcome.submission} stored={outcome.stored} />;
}

function MemberEnding({ result: { pandaId, signature } }: { result: QuizResult }) {
  const { t } = useTranslation('mf-quiz');
  // The Panda brings its name. Until it is there, or when it cannot be had, the result speaks without it.
  const { data: panda } = useQuery(pandaQuery(pandaId));
  const { tone, quirks } = panda?.aiPersonality ?? signature;
  const [first, second, third] = quirks.map(asPartOfSentence);
  return (
    <Reveal
      pandaId={pandaId}
      traits={signature.traits}
      topTrait={signature.topTrait}
      title={panda ? t('end.panda.named', { name: panda.name }) : t('end.panda.mine')}
      action={
        <Button asChild size="lg" variant="celebrate">
          <Link to="/dashboard">{t('end.dashboard')}</Link>
        </Button>
      }
    >
      <div className={styles.sentences}>
        <Text size="lg">{t('end.tone', { tone })}</Text>
        {first && second ? <Text size="lg">{t('end.quirks', { first, second })}</Text> : null}
        {third ? <Text size="lg">{t('end.quirk', { quirk: third })}</Text> : null}
      </div>
    </Reveal>
  );
}

function VisitorEnding({ submission, stored }: { submission: Submission; stored: boolean }) {
  const { t } = useTranslation('mf-quiz');
  const { traits, topTrait } = readSoul(answersOf(submission.responses));
  return (
    <Reveal
      // The true drawing comes with the Panda's id; until then the attempt stands in for it.
      pandaId={submission.key}
      traits={traits}
      topTrait={topTrait}
      title={t('end.panda.preview')}
      action={
        <Button asChild size="lg" variant="celebrate">
          <Link to="/auth?tab=register">{t('end.join')}</Link>
        </Button>
      }
    >
      <Text size="lg">{t(stored ? 'end.kept' : 'end.lost')}</Text>
    </Reveal>
  );
}

/** Quirks are written as sentences of their own; inside another one they begin small. */
function asPartOfSentence(quirk: string): string {
  return quirk.charAt(0).toLocaleLowerCase(currentLanguage()) + quirk.slice(1);
}
