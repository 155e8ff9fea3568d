import { Button, Link, useSession, useTranslation } from '@frens/platform';

interface WayOnProps {
  /** The label for visitors. */
  join: string;
  quiz: string;
}

/** The call to action at the end of a page: visitors join, members continue; until the session is known there is only the quiz. */
export function WayOn({ join, quiz }: WayOnProps) {
  const { t } = useTranslation('shell');
  const { status } = useSession();
  if (status === 'signed-in') {
    return (
      <>
        <Button asChild size="lg">
          <Link to="/dashboard">{t('landing.welcome.dashboard')}</Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/groups">{t('landing.welcome.circles')}</Link>
        </Button>
      </>
    );
  }
  return (
    <>
      {status === 'signed-out' ? (
        <Button asChild size="lg">
          <Link to="/auth?tab=register">{join}</Link>
        </Button>
      ) : null}
      <Button asChild size="lg" variant="secondary">
        <Link to="/vibe-quiz">{quiz}</Link>
      </Button>
    </>
  );
}
