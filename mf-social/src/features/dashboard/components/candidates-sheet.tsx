import type { Friend, MatchCandidate } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { HeartHandshakeIcon } from '@frens/design-system/icons';
import { Sheet } from '@frens/design-system/sheet';
import { Button, FormSummary, Stack, Text, TextArea, toast, useForm, useTranslation } from '@frens/platform';
import { useRef, useState } from 'react';
import { useSuggestMatch } from '../match-actions.ts';
import { CandidateChoice } from './candidate-choice.tsx';
import styles from './candidates-sheet.module.css';

interface CandidatesSheetProps {
  friend: Friend;
  candidates: MatchCandidate[];
  onClose: () => void;
}

/** Who could get along with a friend, and why: choose one, write a few words, and both are asked (D25, D26). */
export function CandidatesSheet({ friend, candidates, onClose }: CandidatesSheetProps) {
  const { t } = useTranslation('mf-social');
  const { name } = friend.friend;
  const [chosenId, choose] = useState<string | null>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const suggest = useSuggestMatch(friend);
  const form = useForm({
    initial: { message: '' },
    rules: () => import('@frens/contract/matches').then(({ CreateMatchBody }) => CreateMatchBody),
    body: ({ message }) => ({ user1Id: friend.friend.id, user2Id: chosenId, message, status: 'pending' }),
    action: suggest,
    onSent: onClose,
  });
  const left = limits.matchMessage.max - [...form.values.message].length;
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
          if (chosenId) {
            form.props.onSubmit(event);
            return;
          }
          event.preventDefault();
          toast({
            title: t('dashboard.matchmaker.noSelection.title'),
            description: t('dashboard.matchmaker.noSelection.description'),
            tone: 'danger',
          });
          list.current?.querySelector('input')?.focus();
        }}
      >
        <Stack>
          <Text tone="muted">{t('dashboard.matchmaker.sheet.text')}</Text>
          <fieldset ref={list} className={styles.choices}>
            <legend className={styles.legend}>{t('dashboard.matchmaker.sheet.choices', { name })}</legend>
            {candidates.map((candidate) => (
              <CandidateChoice
                key={candidate.user.id}
                candidate={candidate}
                isChosen={candidate.user.id === chosenId}
                onChoose={() => choose(candidate.user.id)}
              />
            ))}
          </fieldset>
          <div className={styles.send}>
            <TextArea
              {...form.field('message')}
              rows={2}
              label={t('dashboard.matchmaker.sheet.message')}
              hint={t('dashboard.matchmaker.sheet.hint', { count: left })}
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
