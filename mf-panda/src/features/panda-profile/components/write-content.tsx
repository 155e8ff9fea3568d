import type { WrittenType } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { Button, FormSummary, TextArea, TextField, useForm, useTranslation } from '@frens/platform';
import { type RefObject, useRef } from 'react';
import { useWriteContent } from '../use-content.ts';
import styles from './write-content.module.css';

/** Ways to begin a post. */
const starters = ['joy', 'thanks', 'question'] as const;

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
  const own = useRef<HTMLTextAreaElement>(null);
  const field = words ?? own;
  // Tags are asked for once there is something to tag.
  const isEmpty = form.values.content.trim() === '' && form.values.tags === '';
  function begin(starter: (typeof starters)[number]) {
    form.set('content', t(`profile.write.starters.${starter}`).replace('…', ' '));
    // Its words are in the field with the next paint, and the writer goes on behind them.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(-1, -1);
    });
  }
  return (
    <form
      {...form.props}
      className={styles.root}
      aria-label={t(`profile.write.${type}.form`, { name: panda.name })}
    >
      <TextArea
        {...form.field('content')}
        ref={field}
        label={t(`profile.write.${type}.label`)}
        rows={type === 'post' && isEmpty ? 2 : 3}
        limit={limits.content.max}
      />
      {isEmpty ? (
        type === 'post' ? (
          <div className={styles.actions}>
            {starters.map((starter) => (
              <Button key={starter} size="sm" variant="ghost" onClick={() => begin(starter)}>
                {t(`profile.write.starters.${starter}`)}
              </Button>
            ))}
          </div>
        ) : null
      ) : (
        <TextField
          {...form.field('tags')}
          label={t('profile.write.tags')}
          hint={t('profile.write.tagsHint', { count: limits.content.tags.max })}
          autoComplete="off"
        />
      )}
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
