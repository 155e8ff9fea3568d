import type { WrittenType } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { Button, Cluster, FormSummary, TextArea, TextField, useForm, useTranslation } from '@frens/platform';
import { type RefObject, useRef } from 'react';
import { useWriteContent } from '../use-content.ts';
import styles from './write-content.module.css';

/** Openings for a post. */
const starters = ['joy', 'thanks', 'question'] as const;

interface WriteContentProps {
  panda: { id: string; name: string };
  type: WrittenType;
  /** The earlier text, when editing. */
  before?: { content: string; tags: readonly string[] } | undefined;
  /** Ref of the text field, for callers that focus it. */
  words?: RefObject<HTMLTextAreaElement | null>;
  onSent?: () => void;
  /** Hides the form and keeps its draft; without it the form stays. */
  onCancel?: (() => void) | undefined;
}

/** Name of the draft for a type and Panda (D63). */
export const draftOf = (type: WrittenType, pandaId: string) => `${type}:${pandaId}`;

/** Writes a post on the member's own Panda, or a review of a Panda they back (D43). */
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
  // The tags field appears once there is text.
  const isEmpty = form.values.content.trim() === '' && form.values.tags === '';
  function begin(starter: (typeof starters)[number]) {
    form.set('content', t(`profile.write.starters.${starter}`).replace('…', ' '));
    // After the next paint the field has the text: put the cursor at its end.
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
          <Cluster>
            {starters.map((starter) => (
              <Button key={starter} size="sm" variant="ghost" onClick={() => begin(starter)}>
                {t(`profile.write.starters.${starter}`)}
              </Button>
            ))}
          </Cluster>
        ) : null
      ) : (
        <TextField
          {...form.field('tags')}
          label={t('profile.write.tags')}
          hint={t('profile.write.tagsHint', { count: limits.content.tags.max })}
          autoComplete="off"
        />
      )}
      <Cluster>
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
      </Cluster>
      <FormSummary form={form} />
    </form>
  );
}

function tagsOf(typed: string): string[] {
  return typed.split(/[\s,#]+/).filter((tag) => tag !== '');
}
