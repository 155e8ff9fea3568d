import { Container, Heading, PandaScene, Section, Text, useTranslation } from '@frens/platform';
import styles from './landing.module.css';

const steps = [
  { id: 'quiz', scene: 'reading' },
  { id: 'panda', scene: 'waving' },
  { id: 'connect', scene: 'gardening' },
] as const;

/** Three steps from visitor to fren. */
export function HowItWorks() {
  const { t } = useTranslation('shell');
  return (
    <Section id="how-it-works" tone="sunken" aria-labelledby="how-title">
      <Container>
        <header className={styles.intro}>
          <Heading level={2} size="2xl" id="how-title">
            {t('landing.how.title')}
          </Heading>
          <Text size="lg" tone="muted">
            {t('landing.how.text')}
          </Text>
        </header>
        <ol className={styles.steps}>
          {steps.map(({ id, scene }, index) => (
            <li key={id} className={styles.step}>
              <PandaScene scene={scene} className={styles.stepScene} />
              <div className={styles.stepWords}>
                <p className={styles.stepNumber}>{t('landing.how.step', { number: index + 1 })}</p>
                <Heading level={3} size="md">
                  {t(`landing.how.${id}.title`)}
                </Heading>
                <Text tone="muted">{t(`landing.how.${id}.text`)}</Text>
              </div>
            </li>
          ))}
        </ol>
      </Container>
    </Section>
  );
}
