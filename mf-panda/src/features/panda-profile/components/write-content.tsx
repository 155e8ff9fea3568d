import type { WrittenType } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { Button, FormSummary, TextArea, TextField, useForm, useTranslation } from '@frens/platform';
import type { RefObject } from 'react';
import { useWriteContent } from '../use-content.ts';
import styles from './write-content.module.css';

interface WriteContentProps {
  panda: { id: string; name: string };
  type: WrittenType;
  /** What was written before and is written anew. */
  before?: { content: string; tags: readonly string[] } | undefined;
  /** The field of the words, for whoever gives it the focus. */
  words?: RefObject<HTMLTextAreaElement | null>;
  onSent?: () => void;
  /** Puts the form away as it is; without it the form stays. */
  onCancel?: (() => void) | undefined;
}

/** Where the words of a form are kept until they are sent (D63). */
export const draftOf = (type: WrittenType, pandaId: string) => `${type}:${pandaId}`;

/** The place to write a post on one's own Panda, or a review of one that the member backs (D43). */
export function WriteContent({ panda, type, before, words, onSent, onCancel }: WriteContentProps) {
  const { t } = useTranslation('mf-panda');
  const form = useForm({
    initial: { content: before?.content ?? '', tags: before?.tags.join(' ') ?? '' },
    rules: () => import('@frens/contract/pandas').then(({ WriteContentBody }) => WriteContentBody),
    body: ({ content, tags }) => ({ type, content, tags: tagsOf(tags) }),
    action: useWriteContent(panda.id, type),
    onSent() {
      form.reset();
      onSent?.();
    },
    draft: draftOf(type, panda.id),
  });
  return (
    <form
      {...form.props}
      className={styles.root}
      aria-label={t(`profile.write.${type}.form`, { name: panda.name })}
    >
      <TextArea
        {...form.field('content')}
        ref={words}
        label={t(`profile.write.${type}.label`)}
        rows={3}
        limit={limits.content.max}
      />
      <TextField
        {...form.field('tags')}
        label={t('profile.write.tags')}
        hint={t('profile.write.tagsHint', { count: limits.content.tags.max })}
        autoComplete="off"
      />
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={form.isSending}>
          {t(`profile.write.${type}.send`)}
        </Button>
        {onCancel ? (
          <Button
            size="sm"
            variant="secondary"
            disabled={form.isSending}
            onClick={() => {
              form.reset();
              onCancel();
            }}
          >
            {t('profile.write.cancel')}
          </Button>
        ) : null}
      </div>
      <FormSummary form={form} />
    </form>
  );
}

function tagsOf(typed: string): string[] {
  return typed.split(/[\s,#]+/).filter((tag) => tag !== '');
}
