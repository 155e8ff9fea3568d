import { circleTypes } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { ApiError, Button, RadioCards, TextArea, TextField, useTranslation } from '@frens/platform';
import type { FormEvent } from 'react';
import type { CircleDraft } from '../circles.queries.ts';
import styles from './circle-form.module.css';

interface CircleFormProps {
  draft: CircleDraft;
  onDraftChange: (draft: CircleDraft) => void;
  isPending: boolean;
  error: Error | null;
  onSubmit: () => void;
  onCancel: () => void;
}

/** Name, description and type of a new circle. What the server refuses is said at the field it names. */
export function CircleForm({ draft, onDraftChange, isPending, error, onSubmit, onCancel }: CircleFormProps) {
  const { t } = useTranslation('mf-community');
  const refused = error instanceof ApiError ? error.fields : {};

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form className={styles.root} onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('circles.create.name')}
        placeholder={t('circles.create.namePlaceholder')}
        required
        data-autofocus=""
        autoComplete="off"
        maxLength={limits.circleName.max}
        value={draft.name}
        onChange={(event) => onDraftChange({ ...draft, name: event.target.value })}
        error={refused.name}
      />
      <TextArea
        label={t('circles.create.description')}
        hint={t('circles.create.descriptionHint')}
        rows={3}
        maxLength={limits.circleDescription.max}
        value={draft.description}
        onChange={(event) => onDraftChange({ ...draft, description: event.target.value })}
        error={refused.description}
      />
      <RadioCards
        label={t('circles.create.type')}
        options={circleTypes.map((type) => ({
          value: type,
          label: t(`circles.create.option.${type}`),
          description: t(`circles.create.optionHint.${type}`, { amount: limits.circles.gateDefault }),
        }))}
        value={draft.circleType}
        onValueChange={({ value }) => {
          const circleType = circleTypes.find((type) => type === value);
          if (circleType) onDraftChange({ ...draft, circleType });
        }}
        error={refused.circleType}
      />
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onCancel}>
          {t('circles.create.cancel')}
        </Button>
        <Button type="submit" loading={isPending} disabled={draft.name.trim() === ''}>
          {isPending ? t('circles.create.pending') : t('circles.create.submit')}
        </Button>
      </div>
    </form>
  );
}
