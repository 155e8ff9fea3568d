import { HeartHandshakeIcon, SparklesIcon, SproutIcon } from '@frens/design-system/icons';
import { Container, Heading, Section, Text, useTranslation } from '@frens/platform';
import styles from './landing.module.css';

const steps = [
  { id: 'quiz', Icon: SparklesIcon, hue: 'plum' },
  { id: 'panda', Icon: SproutIcon, hue: 'bamboo' },
  { id: 'connect', Icon: HeartHandshakeIcon, hue: 'persimmon' },
];

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
          {steps.map(({ id, Icon, hue }, index) => (
            <li key={id} className={styles.step}>
              <span className={styles.icon} data-hue={hue}>
                <Icon size={28} />
              </span>
              <p className={styles.stepNumber}>{t('landing.how.step', { number: index + 1 })}</p>
              <Heading level={3} size="md">
                {t(`landing.how.${id}.title`)}
              </Heading>
              <Text tone="muted">{t(`landing.how.${id}.text`)}</Text>
            </li>
          ))}
        </ol>
      </Container>
    </Section>
  );
}
