import type { PublicUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { CheckIcon, ClockIcon, UserCheckIcon, UserPlusIcon } from '@frens/design-system/icons';
import { ApiError, Button, ConfirmEmailNotice, Link, useTranslation } from '@frens/platform';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { paths } from '../../../paths.ts';
import { useConnect } from '../browse.queries.ts';
import styles from './connect-action.module.css';

/** What the member can do about another one, by how the two stand to each other. */
export function ConnectAction({ member }: { member: PublicUser }) {
  const { t } = useTranslation('mf-social');
  const connect = useConnect(member);
  const outcome = useRef<HTMLAnchorElement & HTMLParagraphElement>(null);
  const { relation, name } = member;

  // The pressed button is gone: without this, whoever uses the keyboard would start over at the top of the page.
  useEffect(() => {
    if (relation !== 'none' && connect.isSuccess && document.activeElement === document.body) {
      outcome.current?.focus();
    }
  }, [relation, connect.isSuccess]);

  if (relation === 'friend') {
    return (
      <State icon={<UserCheckIcon size={18} />} ref={outcome}>
        {t('browse.connect.friends')}
      </State>
    );
  }
  if (relation === 'outgoing') {
    return <RequestSent ref={outcome} />;
  }
  if (!member.canConnect) return <State>{t('browse.connect.closed')}</State>;

  const words = relation === 'incoming' ? 'accept' : 'action';
  const isUnconfirmed =
    connect.error instanceof ApiError && connect.error.code === errorCodes.unconfirmedLimit;
  return (
    <>
      <Button
        fullWidth
        variant={relation === 'incoming' ? 'primary' : 'secondary'}
        icon={relation === 'incoming' ? <CheckIcon /> : <UserPlusIcon />}
        loading={connect.isPending}
        // While it is pending the words on the button are its name.
        aria-label={connect.isPending ? undefined : t(`browse.connect.${words}Label`, { name })}
        onClick={() => connect.run()}
      >
        {t(connect.isPending ? 'browse.connect.pending' : `browse.connect.${words}`)}
      </Button>
      {isUnconfirmed ? <ConfirmEmailNotice reason="requests" /> : null}
    </>
  );
}

/** Leads to where the request can be withdrawn. */
function RequestSent({ ref }: { ref: Ref<HTMLAnchorElement> }) {
  const { t } = useTranslation('mf-social');
  return (
    <Link to={paths.connections} ref={ref} className={styles.state}>
      <ClockIcon size={18} />
      {t('browse.connect.requested')}
    </Link>
  );
}

interface StateProps {
  icon?: ReactNode;
  ref?: Ref<HTMLParagraphElement>;
  children: ReactNode;
}

function State({ icon, ref, children }: StateProps) {
  return (
    <p ref={ref} tabIndex={-1} className={styles.state}>
      {icon}
      {children}
    </p>
  );
}
