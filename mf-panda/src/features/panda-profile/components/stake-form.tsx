import type { Panda } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { formatAmount } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { amountExamples, readTypedAmount, writeAmount } from '@frens/contract/typed-amount';
import { AmountField } from '@frens/design-system/number-field';
import { ConfirmEmailNotice } from '@frens/members/confirm-email';
import {
  ApiError,
  Button,
  currentLanguage,
  FormSummary,
  type Problems,
  Text,
  useForm,
  useTranslation,
} from '@frens/platform';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useGatedCircle } from '../../../components/use-gated-circle.ts';
import { useStake } from '../use-stake.ts';
import { BalancePreview } from './balance-preview.tsx';
import styles from './stake-form.module.css';

/** A completed stake, with the Panda before and after it. */
export interface LandedStake {
  amount: string;
  before: Panda;
  after: Panda;
}

interface StakeFormProps {
  panda: Panda;
  onCancel: () => void;
  onStaked: (landed: LandedStake) => void;
}

/** The amount to stake, with the balance before and after. */
export function StakeForm({ panda, onCancel, onStaked }: StakeFormProps) {
  const { t } = useTranslation('mf-panda');
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(panda);
  const gate = useGatedCircle(panda.id)?.gate;
  const action = useStake(panda);
  // The balance already shows the missing amount.
  const isShort = action.error instanceof ApiError && action.error.code === errorCodes.insufficientBamboo;
  const form = useForm({
    initial: { amount: gate ? writeAmount(currentLanguage(), gate.missing) : '' },
    body({ amount }) {
      before.current = panda;
      return readTypedAmount(amount, currentLanguage());
    },
    check: ({ amount }): Problems<{ amount: string }> =>
      readTypedAmount(amount, currentLanguage()) === null
        ? { amount: t('profile.stake.invalid.field', amountExamples(currentLanguage())) }
        : {},
    amounts: ['amount'],
    action,
    onSent: ({ stake, panda: after }) => onStaked({ amount: stake.amount, before: before.current, after }),
    onRefused(error) {
      const text = { title: t('profile.stake.invalid.title'), description: t('profile.stake.invalid.text') };
      if (!error) form.complain('amount', text);
      return undefined;
    },
    draft: `stake:${panda.id}`,
  });

  useEffect(() => field.current?.focus(), []);

  function cancel() {
    form.reset();
    onCancel();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !form.isSending) cancel();
  }

  return (
    <form {...form.props} className={styles.root} aria-label={t('profile.stake.form', { name: panda.name })}>
      <AmountField
        ref={field}
        {...form.field('amount')}
        label={t('profile.stake.amount')}
        unit={t('profile.stake.unit')}
        placeholder={formatAmount(currentLanguage(), '0')}
        readOnly={form.isSending}
        hint={panda.isMine ? t('profile.stake.own') : undefined}
        onKeyDown={handleKeyDown}
      />
      <BalancePreview amount={readTypedAmount(form.values.amount, currentLanguage())} />
      <Text size="sm" tone="muted">
        {t('profile.stake.lock', { days: limits.stakes.lockedDays })}
      </Text>
      <div className={styles.actions}>
        <Button type="submit" variant="celebrate" loading={form.isSending}>
          {t('profile.stake.submit')}
        </Button>
        <Button variant="secondary" disabled={form.isSending} onClick={cancel}>
          {t('profile.stake.cancel')}
        </Button>
      </div>
      {isShort ? null : <FormSummary form={form} />}
      <ConfirmEmailNotice reason="stake" />
    </form>
  );
}
