import { Grid, Heading, Text, useTranslation } from '@frens/platform';
import preview from '../../../components/preview-page.module.css';
import styles from './explainer.module.css';

const steps = ['connect', 'serve', 'grow'] as const;

/** Connect, Serve, Grow: how helping together makes frens. */
export function Explainer() {
  const { t } = useTranslation('mf-community');
  return (
    <section className={preview.section}>
      <Heading>{t('service.explainer.title')}</Heading>
      <Grid asChild columns={3} gap="lg">
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step} className={styles.step} data-step={step}>
              <svg className={styles.picture} viewBox="0 0 96 64" aria-hidden="true">
                <circle className={styles.one} r="16" />
                <circle className={styles.two} r="16" />
              </svg>
              <Heading level={3}>{t(`service.explainer.${step}.title`)}</Heading>
              <Text tone="muted">{t(`service.explainer.${step}.text`)}</Text>
            </li>
          ))}
        </ol>
      </Grid>
    </section>
  );
}
