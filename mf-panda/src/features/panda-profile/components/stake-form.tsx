import type { Panda } from '@frens/contract';
import { AmountField, ApiError, Button, toast, useTranslation } from '@frens/platform';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { readTypedAmount } from '../stake-amount.ts';
import { useStake } from '../use-stake.ts';
import { BalancePreview } from './balance-preview.tsx';
import styles from './stake-form.module.css';

interface StakeFormProps {
  panda: Panda;
  onCancel: () => void;
  onStaked: (amount: string) => void;
}

/** The amount to stake, with the balance before and after it. */
export function StakeForm({ panda, onCancel, onStaked }: StakeFormProps) {
  const { t } = useTranslation('mf-panda');
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const stake = useStake(panda);
  const amount = readTypedAmount(typed);

  useEffect(() => field.current?.focus(), []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (stake.isPending) return;
    if (amount === null) {
      toast({
        title: t('profile.stake.invalid.title'),
        description: t('profile.stake.invalid.text'),
        tone: 'danger',
      });
      setRefused(true);
      field.current?.focus();
      return;
    }
    stake.run(amount, { onSuccess: ({ stake: made }) => onStaked(made.amount) });
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !stake.isPending) onCancel();
  }

  const serverError = stake.error instanceof ApiError ? stake.error.fields.amount : undefined;
  return (
    <form
      className={styles.root}
      noValidate
      aria-label={t('profile.stake.form', { name: panda.name })}
      onSubmit={handleSubmit}
    >
      <AmountField
        ref={field}
        name="amount"
        label={t('profile.stake.amount')}
        unit={t('profile.stake.unit')}
        value={typed}
        readOnly={stake.isPending}
        error={isRefused ? t('profile.stake.invalid.text') : serverError}
        hint={panda.isMine ? t('profile.stake.own') : undefined}
        onKeyDown={handleKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(false);
          if (stake.isError) stake.reset();
        }}
      />
      <BalancePreview amount={amount} />
      <div className={styles.actions}>
        <Button type="submit" variant="celebrate" loading={stake.isPending}>
          {t('profile.stake.submit')}
        </Button>
        <Button variant="secondary" disabled={stake.isPending} onClick={onCancel}>
          {t('profile.stake.cancel')}
        </Button>
      </div>
    </form>
  );
}
