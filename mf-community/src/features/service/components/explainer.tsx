import { Grid, Heading, PandaScene, Text, useTranslation } from '@frens/platform';
import preview from '../../../components/preview-page.module.css';
import styles from './explainer.module.css';

const steps = ['connect', 'serve', 'grow'] as const;
const scenes = { connect: 'searching', serve: 'waving', grow: 'meeting' } as const;

/** Connect, Serve, Grow: how volunteering together leads to friendships. */
export function Explainer() {
  const { t } = useTranslation('mf-community');
  return (
    <section className={preview.section}>
      <Heading>{t('service.explainer.title')}</Heading>
      <Grid asChild columns={3} gap="lg">
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step} className={styles.step}>
              <PandaScene scene={scenes[step]} className={styles.picture} />
              <Heading level={3}>{t(`service.explainer.${step}.title`)}</Heading>
              <Text tone="muted">{t(`service.explainer.${step}.text`)}</Text>
            </li>
          ))}
        </ol>
      </Grid>
    </section>
  );
}
