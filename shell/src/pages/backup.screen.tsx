import { formatAmount } from '@frens/contract/formats';
import { CoinsIcon, HeartHandshakeIcon, SproutIcon } from '@frens/design-system/icons';
import {
  Amount,
  Badge,
  Button,
  Card,
  Container,
  currentLanguage,
  Grid,
  Heading,
  Link,
  Panda,
  PandaScene,
  Section,
  Text,
  type TraitValues,
  useLocale,
  useTranslation,
} from '@frens/platform';
import { ClosingAction } from '../landing/closing-action.tsx';
import { Community } from '../landing/community.tsx';
import { StoryCard } from '../landing/story-card.tsx';
import styles from './backup.module.css';

const samplePanda: TraitValues = { warmth: 88, service: 61, creativity: 44, wisdom: 52, adventure: 30 };

const reasons = [
  { id: 'earn', Icon: SproutIcon },
  { id: 'back', Icon: CoinsIcon },
  { id: 'grow', Icon: HeartHandshakeIcon },
] as const;

const stories = [
  {
    id: 'mural',
    category: 'creative',
    hue: 'plum',
    traits: { warmth: 50, service: 40, creativity: 93, wisdom: 35, adventure: 55 },
  },
  {
    id: 'kitchen',
    category: 'service',
    hue: 'bamboo',
    traits: { warmth: 66, service: 94, creativity: 25, wisdom: 45, adventure: 38 },
  },
  {
    id: 'mentor',
    category: 'growth',
    hue: 'sky',
    traits: { warmth: 48, service: 58, creativity: 42, wisdom: 91, adventure: 36 },
  },
] as const;

/** The landing page's alternative layout (D46): the economy of trust, its impact, and the call to action. */
export function BackupScreen() {
  const { t } = useTranslation('pages');
  return (
    <>
      <section className={styles.hero}>
        <Container className={styles.heroGrid}>
          <div className={styles.words}>
            <Heading level={1} size="hero" className={styles.heroTitle}>
              {t('backup.hero.title')}
            </Heading>
            <Text size="lg" tone="muted" measure>
              {t('backup.hero.text')}
            </Text>
            <div className={styles.actions}>
              <Button asChild size="lg">
                <Link to="/panda">{t('backup.hero.pandas')}</Link>
              </Button>
              <Button asChild size="lg" variant="secondary">
                <Link to="/vibe-quiz">{t('backup.hero.quiz')}</Link>
              </Button>
            </div>
          </div>
          <SampleCard />
        </Container>
      </section>
      <Section tone="sunken" aria-labelledby="economy-title">
        <Container>
          <Heading level={2} size="2xl" id="economy-title" className={styles.title}>
            {t('backup.economy.title')}
          </Heading>
          <Grid columns={3} gap="lg">
            {reasons.map(({ id, Icon }) => (
              <div key={id} className={styles.reason}>
                <Icon size={28} />
                <Heading level={3} size="md">
                  {t(`backup.economy.${id}.title`)}
                </Heading>
                <Text tone="muted">{t(`backup.economy.${id}.text`)}</Text>
              </div>
            ))}
          </Grid>
        </Container>
      </Section>
      <Section aria-labelledby="impact-title">
        <Container>
          <header className={styles.title}>
            <Heading level={2} size="2xl" id="impact-title">
              {t('backup.impact.title')}
            </Heading>
            <Text size="lg" tone="muted">
              {t('backup.impact.text')}
            </Text>
          </header>
          <Grid columns={3} gap="lg">
            {stories.map(({ id, traits, category, hue }) => (
              <StoryCard
                key={id}
                id={id}
                traits={traits}
                text={(part) => t(`backup.impact.${id}.${part}`)}
                category={<Badge hue={hue}>{t(`backup.impact.category.${category}`)}</Badge>}
              />
            ))}
          </Grid>
        </Container>
      </Section>
      <Community />
      <Section aria-labelledby="movement-title">
        <Container className={styles.movement}>
          <PandaScene scene="gardening" className={styles.scene} />
          <Heading level={2} size="2xl" id="movement-title">
            {t('backup.join.title')}
          </Heading>
          <Text size="lg" tone="muted">
            {t('backup.join.text')}
          </Text>
          <div className={styles.actions}>
            <ClosingAction join={t('backup.join.join')} quiz={t('backup.join.quiz')} />
          </div>
        </Container>
      </Section>
    </>
  );
}

/** A sample Panda card, with the values of the specification. */
function SampleCard() {
  const { t } = useTranslation('pages');
  const locale = useLocale();
  const name = t('backup.economy.pandaName');
  return (
    <Card padding="lg" className={styles.sample}>
      <Badge>{t('backup.economy.sample')}</Badge>
      <Panda pandaId="sample" traits={samplePanda} score={148} name="" size="lg" />
      <Heading level={2} size="lg">
        {name}
      </Heading>
      <dl className={styles.values}>
        <div>
          <dt>{t('backup.economy.balance')}</dt>
          <dd>
            <Amount value={formatAmount(currentLanguage(), '125.00', locale)} unit="BAMBOO" />
          </dd>
        </div>
        <div>
          <dt>{t('backup.economy.connected')}</dt>
          <dd>12</dd>
        </div>
        <div>
          <dt>{t('backup.economy.score')}</dt>
          <dd>148</dd>
        </div>
      </dl>
    </Card>
  );
}
