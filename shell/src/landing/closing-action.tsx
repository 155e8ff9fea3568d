import { Button, Link, useTranslation } from '@frens/platform';
import { ByReader } from '../by-reader.tsx';

interface ClosingActionProps {
  /** The label for visitors. */
  join: string;
  quiz: string;
}

/** The call to action at the end of a page: visitors join, members continue. */
export function ClosingAction({ join, quiz }: ClosingActionProps) {
  const { t } = useTranslation('shell');
  return (
    <ByReader
      visitor={
        <>
          <Button asChild size="lg">
            <Link to="/auth?tab=register">{join}</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to="/vibe-quiz">{quiz}</Link>
          </Button>
        </>
      }
      member={
        <>
          <Button asChild size="lg">
            <Link to="/dashboard">{t('landing.welcome.dashboard')}</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to="/groups">{t('landing.welcome.circles')}</Link>
          </Button>
        </>
      }
    />
  );
}
