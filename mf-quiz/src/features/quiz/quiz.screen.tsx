import { preloadRadarChart } from '@frens/members/lazy-radar-chart';
import { chosenVibe, Heading, Notice, Text, useLocation, useTranslation } from '@frens/platform';
import { useEffect, useId, useRef } from 'react';
import { MemberResult, VisitorResult } from './components/completion.tsx';
import { LabSteps } from './components/lab-steps.tsx';
import { LabView } from './components/lab-view.tsx';
import { type Lab, labs } from './labs.ts';
import styles from './quiz.module.css';
import { answeredLabs, canGoBack, chosenOption, openLab, type QuizState } from './quiz-flow.ts';
import { visitOf } from './use-lab-history.ts';
import { type Quiz as QuizRun, useQuiz } from './use-quiz.ts';
import { useQuizKeys } from './use-quiz-keys.ts';

/**
 * /vibe-quiz. Reopening it resumes the quiz. After finishing, members start over; visitors see their result with the stored answers,
 * and can start over there.
 */
export function QuizScreen() {
  return <Quiz key={visitOf(useLocation())} />;
}

function Quiz() {
  const quiz = useQuiz();
  const { state } = quiz;
  if (state.phase === 'saved') return <MemberResult result={state.result} />;
  if (state.phase === 'kept') return <VisitorResult outcome={state} onRestart={quiz.restart} />;
  return <Labs {...quiz} state={state} />;
}

interface LabsProps extends QuizRun {
  state: Extract<QuizState, { phase: 'answering' | 'submitting' | 'unsent' }>;
}

function Labs({ state, hasMoved, choose, goBack, retry }: LabsProps) {
  const { t } = useTranslation('mf-quiz');
  const vibe = chosenVibe();
  const titleId = useId();
  const quiz = useRef<HTMLElement>(null);
  const options = useRef<HTMLFieldSetElement>(null);
  const onBack = canGoBack(state) ? goBack : undefined;
  useQuizKeys(quiz, options, onBack);
  const answered = answeredLabs(state);
  const hasBegun = answered > 0;
  // Not earlier, to keep the network free for the first lab.
  useEffect(() => {
    if (hasBegun) preloadRadarChart();
  }, [hasBegun]);

  // Safe: the open index is always within `labs`.
  const lab = labs[openLab(state)] as Lab;
  const chosen = chosenOption(state);
  const answering = state.phase === 'answering';

  return (
    <section ref={quiz} className={styles.root} data-hue={lab.mood} aria-labelledby={titleId}>
      <LabSteps number={lab.id} answered={answered} onBack={onBack} />
      <div className={styles.body}>
        <div className={styles.title} data-first={lab.id === 1 || undefined}>
          <Heading id={titleId} level={1} size={lab.id === 1 ? 'xl' : 'sm'}>
            {t('title')}
          </Heading>
          {lab.id === 1 ? (
            <Text measure>
              {vibe ? <strong>{t(`greeting.${vibe}`)} </strong> : null}
              {t('intro', { labs: labs.length })}
            </Text>
          ) : null}
        </div>
        <noscript>
          <Notice title={t('needsScripts.title')}>{t('needsScripts.text')}</Notice>
        </noscript>
        <LabView
          key={lab.id}
          lab={lab}
          arriving={hasMoved}
          status={state.phase}
          shownAt={answering ? state.shownAt : null}
          chosen={chosen}
          hasLabBefore={onBack !== undefined}
          options={options}
          onChoose={choose}
          onKeep={answering && chosen !== null ? () => choose(chosen) : undefined}
          onRetry={retry}
        />
        {lab.id === 1 ? (
          <Text size="sm" tone="muted">
            {t('introNote')}
          </Text>
        ) : null}
      </div>
    </section>
  );
}
