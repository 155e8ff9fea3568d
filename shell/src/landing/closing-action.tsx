import { Button, Link, useSession, useTranslation } from '@frens/platform';

interface WayOnProps {
  /** What asks a visitor to join. */
  join: string;
  quiz: string;
}

/** The two buttons at the end of a page: the way in for visitors, the way on for members, and only the quiz until it is known who is there. */
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
