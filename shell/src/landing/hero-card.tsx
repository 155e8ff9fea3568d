import type { SelfUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar, Button, Card, Heading, Link, Text, useSession, useTranslation } from '@frens/platform';
import { memberName } from '../chrome/member-name.ts';
import styles from './hero-card.module.css';
import { JoinForm } from './join-form.tsx';

/** The hero's card: visitors join, members continue. Until the session is known it reserves its place without asking for anything. */
export function HeroCard() {
  const session = useSession();
  if (session.status === 'failed') return null;
  if (session.status === 'signed-in') {
    return <Welcome user={session.user} />;
  }
  return (
    <div className={styles.root} data-kept={session.status === 'loading' || undefined}>
      <JoinForm />
    </div>
  );
}

function Welcome({ user }: { user: SelfUser }) {
  const { t } = useTranslation('shell');
  const { pandaId } = user;
  const name = memberName(user);
  return (
    <Card padding="lg" asChild className={styles.welcome}>
      <section aria-labelledby="welcome-title">
        <Avatar name={name} {...memberPicture(user)} size="xl" decorative />
        <Heading level={2} size="md" id="welcome-title" className={styles.title}>
          {t('landing.welcome.title', { name })}
        </Heading>
        <Text tone="muted">{t(pandaId ? 'landing.welcome.text' : 'landing.welcome.quizText')}</Text>
        <Button asChild size="lg" fullWidth>
          <Link to="/dashboard">{t('landing.welcome.dashboard')}</Link>
        </Button>
        <Button asChild size="lg" variant="secondary" fullWidth>
          {pandaId ? (
            <Link to={`/panda/${pandaId}`}>{t('landing.welcome.panda')}</Link>
          ) : (
            <Link to="/vibe-quiz">{t('landing.hero.quiz')}</Link>
          )}
        </Button>
      </section>
    </Card>
  );
}
