import type { CallBody, CirclePage } from '@frens/contract';
import { isolate } from '@frens/contract/isolate';
import { Dialog } from '@frens/design-system/dialog';
import {
  AwaitedList,
  Button,
  FormSummary,
  LoadMore,
  pagedList,
  SelectField,
  Stack,
  Text,
  TextField,
  useForm,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { CircleForm, circleBody } from '../../../circles/circle-form.tsx';
import { circleMembersQuery } from '../../../circles/circles.queries.ts';
import { changesOf, draftOf, type EditedCircle, rebaseDraft } from '../edited-circle.ts';
import { useDeleteCircle, useEditCircle, useTransferOwnership } from '../own-circle.queries.ts';

export type OwnerTask = 'edit' | 'transferOwnership' | 'end';

interface OwnerDialogsProps {
  circle: CirclePage;
  /** The open dialog. */
  task: OwnerTask | null;
  onClose: () => void;
}

/** The owner's dialogs. */
export function OwnerDialogs({ circle, task, onClose }: OwnerDialogsProps) {
  const dialog = (name: OwnerTask) => ({ circle, isOpen: task === name, onClose });
  return (
    <>
      <EditDialog {...dialog('edit')} />
      <TransferOwnershipDialog {...dialog('transferOwnership')} />
      <DeleteDialog {...dialog('end')} />
    </>
  );
}

interface TaskProps {
  circle: CirclePage;
  isOpen: boolean;
  onClose: () => void;
}

function EditDialog({ circle, isOpen, onClose }: TaskProps) {
  const { t } = useTranslation('mf-community');
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('circle.edit.title')}
      description={t('circle.edit.text')}
    >
      <EditForm circle={circle} onDone={onClose} />
    </Dialog>
  );
}

/** Keeps a draft until it is saved or cancelled, so closing the dialog by accident loses nothing. */
function EditForm({ circle, onDone }: { circle: CirclePage; onDone: () => void }) {
  const { t } = useTranslation('mf-community');
  const form = useForm<EditedCircle, CallBody<'PATCH /api/circles/:id'>, unknown>({
    initial: draftOf(circle),
    rules: () => import('@frens/contract/circles').then(({ EditCircleBody }) => EditCircleBody),
    body: ({ opened, ...typed }) => changesOf(circleBody(opened), circleBody(typed)),
    amounts: ['gateMinAmount'],
    action: useEditCircle(circle),
    onSent: onDone,
    draft: `circle:${circle.id}`,
    restore: (draft) => rebaseDraft(draft, circle),
  });
  return (
    <CircleForm
      form={form}
      submitLabel={t('circle.edit.submit')}
      pendingLabel={t('circle.edit.pending')}
      onCancel={() => {
        form.reset();
        onDone();
      }}
    />
  );
}

function TransferOwnershipDialog({ circle, isOpen, onClose }: TaskProps) {
  const { t } = useTranslation('mf-community');
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('circle.transferOwnership.title', { name: circle.name })}
      description={t('circle.transferOwnership.text')}
    >
      <TransferOwnershipForm circle={circle} onDone={onClose} />
    </Dialog>
  );
}

function TransferOwnershipForm({ circle, onDone }: { circle: CirclePage; onDone: () => void }) {
  const { t } = useTranslation('mf-community');
  const members = pagedList(useInfiniteQuery(circleMembersQuery(circle.id)));
  const form = useForm({
    initial: { userId: '' },
    rules: () => import('@frens/contract/circles').then(({ TransferOwnershipBody }) => TransferOwnershipBody),
    action: useTransferOwnership(circle),
    onSent: onDone,
  });
  if (members.status !== 'ready')
    return (
      <AwaitedList list={members} loading={t('circle.members.loading')} failed={t('circle.members.error')} />
    );
  const others = members.items.filter(({ role }) => role !== 'owner');
  if (others.length === 0 && !members.pages.hasNextPage)
    return <Text>{t('circle.transferOwnership.nobody')}</Text>;
  return (
    <form {...form.props} aria-label={t('circle.transferOwnership.title', { name: circle.name })}>
      <Stack>
        <SelectField
          {...form.field('userId')}
          label={t('circle.transferOwnership.who')}
          placeholder={t('circle.transferOwnership.choose')}
          options={others.map(({ id, user }) => ({
            value: id,
            label: `${isolate(user.name)} (@${user.username})`,
          }))}
          required
          data-autofocus=""
        />
        <LoadMore pages={members.pages} />
        <Button type="submit" loading={form.isSending}>
          {t('circle.transferOwnership.submit')}
        </Button>
        <FormSummary form={form} />
      </Stack>
    </form>
  );
}

function DeleteDialog({ circle, isOpen, onClose }: TaskProps) {
  const { t } = useTranslation('mf-community');
  const { name, memberCount } = circle;
  const form = useForm({
    initial: { confirm: '' },
    rules: () => import('@frens/contract/circles').then(({ EndCircleBody }) => EndCircleBody),
    action: useDeleteCircle(circle),
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('circle.end.title', { name })}
      description={t('circle.end.text', { count: memberCount })}
    >
      {(close) => (
        <form {...form.props} aria-label={t('circle.end.title', { name })}>
          <Stack>
            <TextField
              {...form.field('confirm')}
              label={t('circle.end.name', { name })}
              required
              data-autofocus=""
              autoComplete="off"
            />
            <Button type="submit" variant="danger" loading={form.isSending}>
              {t('circle.end.submit')}
            </Button>
            <FormSummary form={form} />
            <Button variant="ghost" onClick={close}>
              {t('circle.end.cancel')}
            </Button>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
