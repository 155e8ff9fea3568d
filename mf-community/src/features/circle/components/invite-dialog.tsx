import type { CirclePage } from '@frens/contract';
import { isolate } from '@frens/contract/isolate';
import { limits } from '@frens/contract/limits';
import { CopyField } from '@frens/design-system/copy-field';
import { Dialog } from '@frens/design-system/dialog';
import { friendsQuery } from '@frens/members/queries';
import {
  AwaitedList,
  Button,
  FormSummary,
  Heading,
  LoadMore,
  pagedList,
  SelectField,
  Stack,
  Text,
  useForm,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useId, useState } from 'react';
import { useInviteFriend, useMakeLink } from '../invite.queries.ts';
import { CircleLinks } from './circle-links.tsx';
import styles from './invite-dialog.module.css';

interface InviteDialogProps {
  circle: CirclePage;
  isOpen: boolean;
  onClose: () => void;
}

/** Invites into a circle: owner and admins by link, members of an invite circle by inviting a friend in person (D30). */
export function InviteDialog({ circle, isOpen, onClose }: InviteDialogProps) {
  const { t } = useTranslation('mf-community');
  const isKeeper = circle.membership !== 'member';
  const isClosed = circle.circleType === 'invite';
  const text = isKeeper ? (isClosed ? 'textKeeper' : 'textLinks') : 'textMember';
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('circle.invite.title', { name: circle.name })}
      description={t(`circle.invite.${text}`)}
    >
      <div className={styles.parts}>
        {isClosed ? <Friend circle={circle} /> : null}
        {isKeeper ? <ByLink circle={circle} /> : null}
      </div>
    </Dialog>
  );
}

const { uses, days } = limits.circleInvitations;
const usesOffered = [uses.min, 5, uses.default, uses.max];
const daysOffered = [days.min, days.default, days.max];

function ByLink({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const [url, setUrl] = useState<string | null>(null);
  const form = useForm({
    initial: { maxUses: String(uses.default), days: String(days.default) },
    body: (chosen) => ({ maxUses: Number(chosen.maxUses), days: Number(chosen.days) }),
    action: useMakeLink(circle),
    onSent: (made) => setUrl(made.url),
  });
  return (
    <section aria-labelledby={title} className={styles.part}>
      <Heading level={3} size="sm" id={title}>
        {t('circle.invite.links.title')}
      </Heading>
      <form {...form.props} aria-labelledby={title} className={styles.choices}>
        <SelectField
          {...form.field('maxUses')}
          label={t('circle.invite.links.uses')}
          options={usesOffered.map((count) => ({
            value: String(count),
            label: t('circle.invite.links.usesOption', { count }),
          }))}
        />
        <SelectField
          {...form.field('days')}
          label={t('circle.invite.links.days')}
          options={daysOffered.map((count) => ({
            value: String(count),
            label: t('circle.invite.links.daysOption', { count }),
          }))}
        />
        <Button type="submit" loading={form.isSending} className={styles.make}>
          {t('circle.invite.links.make')}
        </Button>
        <FormSummary form={form} />
      </form>
      {url === null ? null : (
        <CopyField
          label={t('circle.invite.links.made')}
          hint={t('circle.invite.links.madeHint')}
          value={url}
        />
      )}
      <CircleLinks circle={circle} />
    </section>
  );
}

function Friend({ circle }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const friends = pagedList(useInfiniteQuery(friendsQuery));
  const form = useForm({
    initial: { userId: '' },
    rules: () =>
      import('@frens/contract/circle-invitations').then(({ InviteFriendBody }) => InviteFriendBody),
    action: useInviteFriend(circle),
    onSent: () => form.reset(),
  });
  return (
    <section aria-labelledby={title} className={styles.part}>
      <Heading level={3} size="sm" id={title}>
        {t('circle.invite.friend.title')}
      </Heading>
      {friends.status !== 'ready' ? (
        <AwaitedList
          list={friends}
          loading={t('circle.invite.friend.loading')}
          lines={2}
          failed={t('circle.invite.friend.error')}
        />
      ) : friends.items.length === 0 ? (
        <Text tone="muted">{t('circle.invite.friend.none')}</Text>
      ) : (
        <form {...form.props} aria-labelledby={title}>
          <Stack>
            <SelectField
              {...form.field('userId')}
              label={t('circle.invite.friend.who')}
              hideLabel
              placeholder={t('circle.invite.friend.choose')}
              options={friends.items.map(({ friendId, friend }) => ({
                value: friendId,
                label: `${isolate(friend.name)} (@${friend.username})`,
              }))}
              required
            />
            <LoadMore pages={friends.pages} auto={3} />
            <Button type="submit" loading={form.isSending}>
              {t('circle.invite.friend.send')}
            </Button>
            <FormSummary form={form} />
          </Stack>
        </form>
      )}
    </section>
  );
}
