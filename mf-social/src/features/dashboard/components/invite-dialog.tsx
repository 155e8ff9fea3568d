import type { InviteLink } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { canonicalAddress } from '@frens/contract/mail-address';
import { CopyField } from '@frens/design-system/copy-field';
import { AlertDialog, Dialog } from '@frens/design-system/dialog';
import { MailIcon, RefreshIcon, ShareIcon } from '@frens/design-system/icons';
import { QrCode } from '@frens/design-system/qr-code';
import { ConfirmEmailNotice } from '@frens/members/confirm-email';
import {
  Button,
  brand,
  currentLanguage,
  FormSummary,
  Heading,
  LoadError,
  Spinner,
  TextField,
  useForm,
  useQuery,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useEffect, useId, useRef, useState } from 'react';
import { inviteLinkQuery, useInviteByEmail, useNewLink } from '../invite.queries.ts';
import styles from './invite-dialog.module.css';

/** The member's link, to be copied, shared, shown to a camera or sent by mail (D45). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mf-social');
  const link = useQuery(inviteLinkQuery);
  return (
    <Dialog
      open
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('dashboard.invite.title')}
      description={t('dashboard.invite.intro', { product: brand.product })}
    >
      <Content link={link} />
    </Dialog>
  );
}

interface LoadedLink {
  data: InviteLink | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

function Content({ link: { data, error, isFetching, refetch } }: { link: LoadedLink }) {
  const { t } = useTranslation('mf-social');
  if (data) {
    return (
      <div className={styles.root}>
        <Link link={data} />
        <ByEmail />
      </div>
    );
  }
  if (!error) return <Spinner size="lg" label={t('dashboard.invite.loading')} />;
  return (
    <LoadError
      title={t('dashboard.invite.failed')}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      headingLevel={3}
    />
  );
}

function Link({ link: { url, expiresAt, uses, maxUses } }: { link: InviteLink }) {
  const { t } = useTranslation('mf-social');
  const field = useRef<HTMLInputElement>(null);
  // The link may come after its dialog: the focus waits at the way out then, unless something is typed already.
  useEffect(() => {
    if (!document.activeElement?.matches('input')) field.current?.focus();
  }, []);
  return (
    <div className={styles.link}>
      <QrCode value={url} label={t('dashboard.invite.code')} className={styles.code} />
      <div className={styles.part}>
        <CopyField
          ref={field}
          data-autofocus=""
          label={t('dashboard.invite.link')}
          hint={t('dashboard.invite.until', {
            date: formatDay(currentLanguage(), expiresAt),
            uses,
            maxUses,
          })}
          value={url}
        />
        <div className={styles.ways}>
          <Share url={url} />
          <NewLink />
        </div>
      </div>
    </div>
  );
}

/** A new link; as it ends the old one for everybody who has it, it is asked about first. */
function NewLink() {
  const { t } = useTranslation('mf-social');
  const [isAsking, setAsking] = useState(false);
  const renew = useNewLink();
  return (
    <>
      <Button variant="secondary" icon={<RefreshIcon />} onClick={() => setAsking(true)}>
        {t('dashboard.invite.renew')}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={({ open }) => setAsking(open)}
        title={t('dashboard.invite.ask.title')}
        description={t('dashboard.invite.ask.text')}
        cancelLabel={t('dashboard.invite.ask.cancel')}
        confirmLabel={t('dashboard.invite.ask.confirm')}
        loading={renew.isPending}
        onConfirm={() => renew.run(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

/** What the device offers to pass something on; nothing where it offers nothing. */
function Share({ url }: { url: string }) {
  const { t } = useTranslation('mf-social');
  if (!('share' in navigator)) return null;
  const content = { title: brand.site, text: t('dashboard.invite.shareText', { site: brand.site }), url };
  // Who closes the sheet has changed their mind: the link is still here.
  const share = () => void navigator.share(content).catch(() => undefined);
  return (
    <Button icon={<ShareIcon />} onClick={share}>
      {t('dashboard.invite.share')}
    </Button>
  );
}

function ByEmail() {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const title = useId();
  const form = useForm({
    initial: { email: '' },
    rules: () => import('@frens/contract/invitations').then(({ InviteByEmailBody }) => InviteByEmailBody),
    check: ({ email }) =>
      canonicalAddress(email.trim()) === canonicalAddress(user?.email ?? '')
        ? { email: { key: 'mf-social:dashboard.invite.mail.own', values: {} } }
        : {},
    action: useInviteByEmail(),
    onSent: () => form.reset(),
    draft: 'invite',
  });
  return (
    <section aria-labelledby={title} className={styles.part}>
      <Heading level={3} size="sm" id={title}>
        {t('dashboard.invite.mail.title')}
      </Heading>
      {user?.emailVerified ? (
        <form {...form.props} className={styles.part} aria-labelledby={title}>
          <TextField
            {...form.field('email')}
            label={t('dashboard.invite.mail.address')}
            hint={t('dashboard.invite.mail.hint', { count: limits.invitations.mailsPerDay })}
            type="email"
            autoComplete="off"
            aria-required
          />
          <Button
            type="submit"
            variant="secondary"
            icon={<MailIcon />}
            loading={form.isSending}
            className={styles.send}
          >
            {t('dashboard.invite.mail.send')}
          </Button>
          <FormSummary form={form} />
        </form>
      ) : (
        <ConfirmEmailNotice reason="invite" />
      )}
    </section>
  );
}
