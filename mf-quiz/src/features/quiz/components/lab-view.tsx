import { ArrowRightIcon } from '@frens/design-system/icons';
import { Button, Heading, Notice, Spinner, Text, useMediaQuery, useTranslation } from '@frens/platform';
import { type RefObject, useEffect, useRef } from 'react';
import { type Lab, labKey, labs } from '../labs.ts';
import { AnswerCard } from './answer-card.tsx';
import { LabTools } from './lab-tools.tsx';
import styles from './lab-view.module.css';
import { ResponseTime } from './response-time.tsx';
import { Stimulus } from './stimulus/stimulus.tsx';

/**
 * Matches devices that probably have a keyboard: a mouse, and a window wider than a phone. No media query detects keyboards.
 * Keep it in sync with `answer-card.module.css` and the hint's styles.
 */
export const withKeyboard = '(hover: hover) and (pointer: fine) and (min-width: 40rem)';

interface LabViewProps {
  lab: Lab;
  /** Whether it replaces another lab, and takes over its focus. */
  arriving: boolean;
  status: 'answering' | 'submitting' | 'unsent';
  shownAt: number | null;
  /** The selected option, possibly from an earlier visit to this lab. */
  chosen: string | null;
  hasLabBefore: boolean;
  options: RefObject<HTMLFieldSetElement | null>;
  onChoose: (option: string) => void;
  /** Continues with the existing answer; undefined without one. */
  onKeep: (() => void) | undefined;
  onRetry: () => void;
}

/** One lab: the question, the stimulus, and four answers. */
export function LabView({ lab, arriving, status, onKeep, onRetry, ...answers }: LabViewProps) {
  const { t } = useTranslation('mf-quiz');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!arriving) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [arriving]);

  return (
    <div className={styles.root}>
      <div className={styles.question}>
        <Heading ref={heading} level={2} size="xl" tabIndex={-1}>
          {t(labKey(lab, 'title'))}
        </Heading>
        <Text className={styles.description}>{t(labKey(lab, 'description'))}</Text>
      </div>
      <div className={styles.stimulus}>
        <Stimulus lab={lab} />
      </div>
      <div className={styles.tools}>
        <LabTools lab={lab} />
      </div>
      <Answers lab={lab} status={status} {...answers} />
      {onKeep ? (
        <Button
          variant="ghost"
          size="sm"
          iconEnd={<ArrowRightIcon />}
          className={styles.onward}
          onClick={onKeep}
        >
          {t('next')}
        </Button>
      ) : null}
      {status === 'submitting' ? (
        <p role="status" className={styles.after}>
          <Spinner size="sm" label="" /> {t('sending')}
        </p>
      ) : null}
      {status === 'unsent' ? (
        <Notice
          tone="warning"
          role="alert"
          className={styles.after}
          title={t('unsent.title')}
          action={<Button onClick={onRetry}>{t('unsent.retry')}</Button>}
        >
          {t('unsent.text', { labs: labs.length })}
        </Notice>
      ) : null}
    </div>
  );
}

type AnswersProps = Omit<LabViewProps, 'arriving' | 'onKeep' | 'onRetry'>;

/** The four answers, with the time since the lab was shown. */
function Answers({ lab, status, shownAt, chosen, hasLabBefore, options, onChoose }: AnswersProps) {
  const { t } = useTranslation('mf-quiz');
  const tellsKeys = useMediaQuery(withKeyboard, true) && status === 'answering';
  return (
    <fieldset
      ref={options}
      className={styles.answers}
      aria-labelledby="quiz-answers"
      aria-describedby={tellsKeys ? 'quiz-keys' : undefined}
    >
      <legend className={styles.legend}>
        <span id="quiz-answers">{t('options.legend')}</span>
        {status === 'answering' ? <ResponseTime since={shownAt} className={styles.time} /> : null}
      </legend>
      <div className={styles.cards}>
        {lab.options.map((option, index) => (
          <AnswerCard
            key={option.id}
            option={option}
            text={t(labKey(lab, `option.${option.id}`))}
            shortcut={index + 1}
            chosen={chosen === null ? undefined : option.id === chosen}
            disabled={status !== 'answering'}
            onChoose={() => onChoose(option.id)}
          />
        ))}
      </div>
      {tellsKeys ? (
        <Text id="quiz-keys" size="sm" tone="muted" className={styles.keys}>
          {t(hasLabBefore ? 'options.hintWithBack' : 'options.hint')}
        </Text>
      ) : null}
    </fieldset>
  );
}
