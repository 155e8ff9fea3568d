import { formatCount } from '@frens/contract/formats';
import {
  Button,
  Container,
  currentLanguage,
  Heading,
  Link,
  PandaScene,
  Text,
  useLocale,
  useLocation,
  useTranslation,
} from '@frens/platform';
import { Fragment, useEffect } from 'react';
import { ByReader } from '../by-reader.tsx';
import { ClosingAction } from './closing-action.tsx';
import { Community } from './community.tsx';
import { Features } from './features.tsx';
import { HeroCard } from './hero-card.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing.module.css';
import { Stories } from './stories.tsx';

const figures = [
  { id: 'frens', value: 500 },
  { id: 'groups', value: 50 },
  { id: 'projects', value: 100 },
  { id: 'bamboo', value: 1_000 },
] as const;

/** The landing page. Figures and stories are marked as samples (D51); circles and Pandas are live data. */
export function LandingScreen() {
  const { t } = useTranslation('shell');
  const { hash } = useLocation();

  // The browser looked for the anchor before this page was rendered.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <>
      <section className={styles.hero}>
        <Container className={styles.heroGrid}>
          <div className={styles.words}>
            <p className={styles.kicker}>{t('landing.hero.kicker')}</p>
            <Heading level={1} size="hero">
              {t('landing.hero.title')
                .split(/(?<=[.!?]) /)
                .map((sentence) => (
                  <span key={sentence} className={styles.sentence}>
                    {sentence.split(/(?<=,) /).map((phrase) => (
                      <Fragment key={phrase}>
                        <span className={styles.phrase}>{phrase}</span>{' '}
                      </Fragment>
                    ))}
                  </span>
                ))}
            </Heading>
            <Text size="lg" tone="muted" measure>
              {t('landing.hero.text')}
            </Text>
            <div className={styles.actions}>
              <ByReader
                visitor={
                  <Button asChild size="lg">
                    <Link to="/vibe-quiz">{t('landing.hero.quiz')}</Link>
                  </Button>
                }
                member={
                  <Button asChild size="lg">
                    <Link to="/groups">{t('landing.welcome.circles')}</Link>
                  </Button>
                }
              />
              <Button asChild size="lg" variant="secondary">
                <Link to="/panda">{t('landing.hero.pandas')}</Link>
              </Button>
            </div>
            <Link to="#how-it-works" className={styles.how}>
              {t('landing.hero.how')}
            </Link>
          </div>
          <div className={styles.side}>
            <PandaScene
              scene="grove"
              alt={t('landing.hero.groupAlt')}
              loading="eager"
              fetchPriority="high"
              className={styles.grove}
            />
            <HeroCard />
          </div>
        </Container>
      </section>
      <Figures />
      <HowItWorks />
      <Features />
      <Community />
      <Stories />
      <Closing />
    </>
  );
}

LandingScreen.publicData = Community.publicData;

function Figures() {
  const { t } = useTranslation('shell');
  const language = currentLanguage();
  const locale = useLocale();
  return (
    <section aria-label={t('landing.figures.label')} className={styles.figures}>
      <Container>
        <dl className={styles.figureList}>
          {figures.map(({ id, value }) => (
            <div key={id} className={styles.figure}>
              <dt className={styles.figureLabel}>{t(`landing.figures.${id}`)}</dt>
              <dd className={styles.figureValue}>{`${formatCount(language, value, locale)}+`}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>{t('landing.figures.note')}</p>
      </Container>
    </section>
  );
}

function Closing() {
  const { t } = useTranslation('shell');
  return (
    <section className={styles.closing}>
      <Container>
        <div className={styles.closingCard}>
          <div className={styles.words}>
            <Heading level={2} size="2xl">
              {t('landing.closing.title')}
            </Heading>
            <Text size="lg" measure>
              <ByReader visitor={t('landing.closing.text')} member={t('landing.closing.memberText')} />
            </Text>
            <div className={styles.actions}>
              <ClosingAction join={t('landing.closing.join')} quiz={t('landing.closing.quiz')} />
            </div>
          </div>
          <PandaScene scene="meeting" className={styles.closingScene} />
        </div>
      </Container>
    </section>
  );
}
