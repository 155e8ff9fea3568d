import type { CirclePage, CirclePost } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { AlertDialog } from '@frens/design-system/dialog';
import { Switch } from '@frens/design-system/switch';
import { SectionCard } from '@frens/members/section-card';
import { useSettle } from '@frens/members/unread';
import { useScrollToHash } from '@frens/members/use-scroll-to-hash';
import {
  AwaitedList,
  Button,
  FormSummary,
  LoadMore,
  pagedList,
  Text,
  TextArea,
  useForm,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { type RefObject, useId, useRef, useState } from 'react';
import { circlePostsQuery, useCreatePost, useDeletePost, usePostSubscription } from '../posts.queries.ts';
import { Post } from './circle-post.tsx';
import styles from './circle-posts.module.css';

interface CirclePostsProps {
  circle: CirclePage;
  /** Ref of the post input. */
  box: RefObject<HTMLTextAreaElement | null>;
  /** Called after each post of the reader. */
  onPosted: () => void;
}

/** Posts of a circle's members, and the input (D68). */
export function CirclePosts({ circle: { id, wantsNotices }, box, onPosted }: CirclePostsProps) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Target of notifications about posts.
  useScrollToHash('#notices', heading);
  return (
    <SectionCard title={t('circle.notices.title')} titleId={title} headingRef={heading}>
      <NotificationSwitch circleId={id} wantsNotices={wantsNotices} />
      <PostForm circleId={id} box={box} onPosted={onPosted} />
      <PostList circleId={id} titleId={title} />
    </SectionCard>
  );
}

/** Switches notifications about new posts; saves itself. */
function NotificationSwitch({ circleId, wantsNotices }: { circleId: string; wantsNotices: boolean }) {
  const { t } = useTranslation('mf-community');
  const save = usePostSubscription(circleId);
  return (
    <Switch
      label={t('circle.notices.tellMe')}
      hint={t('circle.notices.tellMeHint')}
      // Optimistic while the save is pending; falls back to the stored value if the save fails.
      checked={(save.isPending ? save.variables?.wantsNotices : undefined) ?? wantsNotices}
      onCheckedChange={({ checked }) => save.run({ wantsNotices: checked })}
    />
  );
}

function PostForm({
  circleId,
  box,
  onPosted,
}: { circleId: string } & Pick<CirclePostsProps, 'box' | 'onPosted'>) {
  const { t } = useTranslation('mf-community');
  const form = useForm({
    initial: { text: '' },
    rules: () => import('@frens/contract/circle-posts').then(({ PostBody }) => PostBody),
    action: useCreatePost(circleId),
    onSent() {
      form.reset();
      // An empty input disables the button, which then loses the focus.
      box.current?.focus();
      onPosted();
    },
    draft: `notice-${circleId}`,
  });
  return (
    <form {...form.props} className={styles.form} aria-label={t('circle.notices.write')}>
      <TextArea
        {...form.field('text')}
        ref={box}
        label={t('circle.notices.label')}
        hint={t('circle.notices.hint')}
        rows={2}
        limit={limits.circlePosts.max}
      />
      <Button type="submit" size="sm" loading={form.isSending} disabled={form.values.text.trim() === ''}>
        {t('circle.notices.post')}
      </Button>
      <FormSummary form={form} />
    </form>
  );
}

function PostList({ circleId, titleId }: { circleId: string; titleId: string }) {
  const { t } = useTranslation('mf-community');
  const query = useInfiniteQuery(circlePostsQuery(circleId));
  const posts = pagedList(query);
  useSettle('notices', circleId, !query.isFetching && query.dataUpdatedAt);
  const list = useRef<HTMLUListElement>(null);
  const remove = useDeletePost(circleId);
  // Kept during the closing animation, so that the dialog's text does not change.
  const [toDelete, setToDelete] = useState<CirclePost | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (posts.status !== 'ready')
    return (
      <AwaitedList
        list={posts}
        loading={t('circle.notices.loading')}
        lines={3}
        failed={t('circle.notices.error')}
      />
    );
  const { items, pages } = posts;
  if (items.length === 0 && !pages.hasNextPage) return <Text tone="muted">{t('circle.notices.none')}</Text>;
  const ask = (post: CirclePost) => {
    setToDelete(post);
    setOpen(true);
  };
  return (
    <>
      <ul ref={list} aria-labelledby={titleId} className={styles.list}>
        {items.map((post) => (
          <li key={post.id}>
            <Post post={post} onDelete={() => ask(post)} />
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} items={list} />
      <AlertDialog
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        title={t('circle.notices.deleteTitle')}
        description={t('circle.notices.deleteText')}
        confirmLabel={t('circle.notices.deleteConfirm')}
        cancelLabel={t('circle.notices.deleteCancel')}
        loading={remove.isPending}
        onConfirm={() => {
          if (!toDelete) return;
          remove.run(toDelete, { onSettled: () => setOpen(false) });
        }}
      />
    </>
  );
}
