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

/** The member's invitation link, with copy, share, QR code and mail (D45). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mf-social');
  return (
    <Dialog
      open
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('dashboard.invite.title')}
      description={t('dashboard.invite.intro', { product: brand.product })}
    >
      <Content />
    </Dialog>
  );
}

function Content() {
  const { t } = useTranslation('mf-social');
  const query = useQuery(inviteLinkQuery);
  const { data, error } = query;
  if (data)
    return (
      <div className={styles.root}>
        <Link link={data} />
        <ByEmail />
      </div>
    );
  if (!error) return <Spinner size="lg" label={t('dashboard.invite.loading')} />;
  return <LoadError title={t('dashboard.invite.failed')} query={query} headingLevel={3} />;
}

function Link({ link: { url, expiresAt, uses, maxUses } }: { link: InviteLink }) {
  const { t } = useTranslation('mf-social');
  const field = useRef<HTMLInputElement>(null);
  // The link may load after the dialog opened, which focused the close button: move the focus, unless the member is already typing.
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
          hint={t('dashboard.invite.until', { date: formatDay(currentLanguage(), expiresAt), uses, maxUses })}
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

/** Replaces the link. It confirms first, because the old link stops working for everybody who has it. */
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

/** Opens the device's share sheet; renders nothing where the browser lacks the Web Share API. */
function Share({ url }: { url: string }) {
  const { t } = useTranslation('mf-social');
  if (!('share' in navigator)) return null;
  const content = { title: brand.site, text: t('dashboard.invite.shareText', { site: brand.site }), url };
  // The promise rejects when the member closes the sheet: the link is still on screen.
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
