import type { PublicUser } from '@frens/contract';
import { MessageIcon } from '@frens/design-system/icons';
import { Button, Link, useTranslation } from '@frens/platform';
import { helloPath } from '../paths.ts';

/** Links to the conversation with a friend. */
export function SayHello({ friend: { name, username } }: { friend: Pick<PublicUser, 'name' | 'username'> }) {
  const { t } = useTranslation('mf-social');
  return (
    <Button asChild size="sm" variant="secondary" icon={<MessageIcon />}>
      <Link to={helloPath(username)} aria-label={t('dashboard.friends.helloLabel', { name })}>
        {t('connect.sayHello')}
      </Link>
    </Button>
  );
}
