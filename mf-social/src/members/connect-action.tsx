import type { PublicUser } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { CheckIcon, ClockIcon, UserCheckIcon, UserPlusIcon } from '@frens/design-system/icons';
import { ConfirmEmailNotice } from '@frens/members/confirm-email';
import { ApiError, Button, Link, useTranslation } from '@frens/platform';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { paths } from '../paths.ts';
import { useConnect } from './connect.queries.ts';
import styles from './connect-action.module.css';
import { ConnectWithNote } from './connect-with-note.tsx';

/** The action on a member's card, by the relation between the two. */
export function ConnectAction({ member }: { member: PublicUser }) {
  const { t } = useTranslation('mf-social');
  const connect = useConnect(member);
  const outcome = useRef<HTMLAnchorElement & HTMLParagraphElement>(null);
  const { relation } = member;

  // The pressed button is gone: without this, keyboard users would restart at the top of the page.
  useEffect(() => {
    if (relation !== 'none' && connect.isSuccess && document.activeElement === document.body)
      outcome.current?.focus();
  }, [relation, connect.isSuccess]);

  if (relation === 'friend')
    return (
      <State icon={<UserCheckIcon size={18} />} ref={outcome}>
        {t('connect.friends')}
      </State>
    );
  if (relation === 'outgoing') return <RequestSent ref={outcome} />;
  if (!member.canConnect) return <State>{t('connect.closed')}</State>;
  return <ConnectButtons member={member} connect={connect} isSecondary={relation === 'none'} />;
}

interface ConnectButtonsProps {
  member: PublicUser;
  connect: ReturnType<typeof useConnect>;
  /** Secondary style, for a button among many of its kind. */
  isSecondary?: boolean;
}

/** "Connect", with or without a note; or "Accept" if the other member asked first. */
export function ConnectButtons({ member, connect, isSecondary = false }: ConnectButtonsProps) {
  const { t } = useTranslation('mf-social');
  const { name } = member;
  const isAnswer = member.relation === 'incoming';
  const isUnconfirmed =
    connect.error instanceof ApiError && connect.error.code === errorCodes.unconfirmedLimit;
  return (
    <>
      <div className={styles.ways}>
        <Button
          fullWidth
          variant={isSecondary ? 'secondary' : 'primary'}
          icon={isAnswer ? <CheckIcon /> : <UserPlusIcon />}
          loading={connect.isPending}
          // While pending, the visible label names the button.
          aria-label={
            connect.isPending
              ? undefined
              : t(isAnswer ? 'connect.acceptLabel' : 'connect.actionLabel', { name })
          }
          onClick={() => connect.run({ note: '' })}
        >
          {t(connect.isPending ? 'connect.pending' : isAnswer ? 'connect.accept' : 'connect.action')}
        </Button>
        {isAnswer ? null : <ConnectWithNote member={member} connect={connect} />}
      </div>
      {isUnconfirmed ? <ConfirmEmailNotice reason="requests" /> : null}
    </>
  );
}

/** Links to the list where the request can be withdrawn. */
function RequestSent({ ref }: { ref: Ref<HTMLAnchorElement> }) {
  const { t } = useTranslation('mf-social');
  return (
    <Link to={paths.connections} ref={ref} className={styles.state}>
      <ClockIcon size={18} />
      {t('connect.sent')}
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
