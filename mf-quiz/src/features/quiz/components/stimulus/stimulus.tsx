import { PauseIcon, PlayIcon } from '@frens/design-system/icons';
import { IconButton, useMediaQuery, useTranslation } from '@frens/platform';
import { useEffect, useState } from 'react';
import { type Lab, labKey, stepDuration, stepsPerLab } from '../../labs.ts';
import { SceneCanvas } from './scene-canvas.tsx';
import styles from './stimulus.module.css';

const steps = Array.from({ length: stepsPerLab }, (_, index) => index);

/**
 * A lab's visual stimulus: an animation with a sentence per step. With reduced motion it is plain text, which CSS shows before
 * hydration.
 */
export function Stimulus({ lab }: { lab: Lab }) {
  const { t } = useTranslation('mf-quiz');
  const stillness = useMediaQuery('(prefers-reduced-motion: reduce)');
  const text = (step: number) => t(labKey(lab, `step.${step + 1}`));

  return (
    <section className={styles.root} aria-label={t('stimulus.label')} data-hue={lab.mood}>
      <ol className={styles.still}>
        {steps.map((step) => (
          <li key={step}>{text(step)}</li>
        ))}
      </ol>
      {stillness ? null : <MovingSteps lab={lab} text={text} />}
    </section>
  );
}

function MovingSteps({ lab, text }: { lab: Lab; text: (step: number) => string }) {
  const { t } = useTranslation('mf-quiz');
  const [playing, setPlaying] = useState(true);
  const [step, setStep] = useState(0);

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setStep((shown) => (shown + 1) % stepsPerLab), stepDuration);
    return () => clearInterval(timer);
  }, [playing]);

  return (
    <>
      <SceneCanvas scene={lab.scene} accent={lab.accent} step={step} playing={playing} />
      <div className={styles.caption}>
        <IconButton
          label={t(playing ? 'stimulus.pause' : 'stimulus.play')}
          size="sm"
          onClick={() => setPlaying(!playing)}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <p key={step} className={styles.words} aria-hidden="true">
          {text(step)}
        </p>
        <span className={styles.dots} aria-hidden="true">
          {steps.map((dot) => (
            <i key={dot} data-shown={dot === step || undefined} />
          ))}
        </span>
      </div>
    </>
  );
}
