import type { PublicUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { HeartHandshakeIcon } from '@frens/design-system/icons';
import { Sheet } from '@frens/design-system/sheet';
import { Button, FormSummary, Stack, Text, TextArea, useForm, useTranslation } from '@frens/platform';
import { useRef } from 'react';
import { type Candidate, CandidateChoice } from './candidate-choice.tsx';
import styles from './introduction-sheet.module.css';
import { useSuggestIntroduction } from './suggest-introduction.ts';

interface IntroductionSheetProps {
  /** The member to introduce to one of `others`. */
  person: Pick<PublicUser, 'id' | 'name'>;
  /** Whether `person` is the member's friend; if not, the others are. */
  isFriend: boolean;
  others: Candidate[];
  onClose: () => void;
}

/** Candidates with reasons: the member chooses one and writes a message, then the server asks both (D25, D26). */
export function IntroductionSheet({ person, isFriend, others, onClose }: IntroductionSheetProps) {
  const { t } = useTranslation('mf-social');
  const { id, name } = person;
  const list = useRef<HTMLFieldSetElement>(null);
  const suggest = useSuggestIntroduction(person);
  const form = useForm({
    initial: { message: '', chosenId: '' },
    rules: () => import('@frens/contract/matches').then(({ CreateMatchBody }) => CreateMatchBody),
    // The API expects the friend first (D25).
    body: ({ message, chosenId }) => ({
      ...(isFriend ? { user1Id: id, user2Id: chosenId } : { user1Id: chosenId, user2Id: id }),
      message,
      status: 'pending',
    }),
    action: suggest,
    onSent: onClose,
    draft: `introduction:${id}`,
  });
  // A restored draft may name a candidate who has left the list.
  const chosen = others.find(({ user }) => user.id === form.values.chosenId);
  return (
    <Sheet
      open
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('dashboard.matchmaker.sheet.title', { name })}
      className={styles.root}
    >
      <form
        {...form.props}
        aria-label={t('dashboard.matchmaker.sheet.title', { name })}
        onSubmit={(event) => {
          if (chosen) {
            form.props.onSubmit(event);
            return;
          }
          event.preventDefault();
          form.complain('chosenId', {
            title: t('dashboard.matchmaker.noSelection.title'),
            description: t('dashboard.matchmaker.noSelection.description'),
          });
          list.current?.querySelector('input')?.focus();
        }}
      >
        <Stack>
          <Text tone="muted">{t('dashboard.matchmaker.sheet.text')}</Text>
          <fieldset ref={list} className={styles.choices}>
            <legend className={styles.legend}>
              {t(isFriend ? 'dashboard.matchmaker.sheet.choices' : 'dashboard.matchmaker.sheet.frens', {
                name,
              })}
            </legend>
            {others.map((candidate) => (
              <CandidateChoice
                key={candidate.user.id}
                candidate={candidate}
                isChosen={candidate === chosen}
                onChoose={() => form.set('chosenId', candidate.user.id)}
              />
            ))}
          </fieldset>
          <div className={styles.send}>
            <TextArea
              {...form.field('message')}
              rows={2}
              label={t('dashboard.matchmaker.sheet.message')}
              hint={t('dashboard.matchmaker.sheet.hint')}
              limit={limits.matchMessage.max}
            />
            <FormSummary form={form} />
            <Button type="submit" fullWidth icon={<HeartHandshakeIcon />} loading={form.isSending}>
              {t(form.isSending ? 'dashboard.matchmaker.sheet.sending' : 'dashboard.matchmaker.sheet.send')}
            </Button>
          </div>
        </Stack>
      </form>
    </Sheet>
  );
}
