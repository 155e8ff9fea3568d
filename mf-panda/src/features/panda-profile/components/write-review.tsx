import type { Panda } from '@frens/contract';
import { PencilIcon } from '@frens/design-system/icons';
import { Button, hasDraft, LoadError, Skeleton, Text, useQuery, useTranslation } from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import { ownReviewQuery } from '../panda-profile.queries.ts';
import { draftOf, WriteContent } from './write-content.tsx';
import styles from './write-review.module.css';

/** Lets a backer review a Panda once, and edit the review; tells others what it takes (D43). */
export function WriteReview({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const own = useQuery(ownReviewQuery(panda.id));
  const [isOpen, setOpen] = useState(() => hasDraft(draftOf('review', panda.id)));
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  const form = useRef<HTMLTextAreaElement>(null);
  // Opening removes the button, and closing removes the form's focused control.
  useEffect(() => {
    if (!wasOpen.current && isOpen) form.current?.focus();
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (own.error && !own.data)
    return <LoadError size="part" title={t('profile.write.review.unknown')} query={own} />;
  if (!own.data) return <Skeleton label={t('profile.content.loading')} className={styles.place} />;
  const { canReview, review } = own.data;
  if (!canReview)
    return (
      <Text size="sm" tone="muted" className={styles.place}>
        {t('profile.write.review.backersOnly')}
      </Text>
    );
  const close = () => setOpen(false);
  if (isOpen)
    return (
      <WriteContent
        panda={panda}
        type="review"
        words={form}
        before={review ? { content: review.content, tags: review.metadata.tags } : undefined}
        onSent={close}
        onCancel={close}
      />
    );
  return (
    <div className={styles.place}>
      <Button
        ref={opener}
        size="sm"
        variant="secondary"
        icon={<PencilIcon />}
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        {t(review ? 'profile.write.review.change' : 'profile.write.review.open')}
      </Button>
    </div>
  );
}
