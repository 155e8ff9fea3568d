import type { OwnStake } from '@frens/contract';
import { toHundredths } from '@frens/contract/bamboo';
import { formatAmount } from '@frens/contract/formats';
import { amountExamples, readTypedAmount, writeAmount } from '@frens/contract/typed-amount';
import { AmountField } from '@frens/design-system/number-field';
import {
  ApiError,
  Button,
  Cluster,
  currentLanguage,
  FormSummary,
  Notice,
  type Problems,
  Stack,
  UserText,
  useForm,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { useWithdraw, type Withdrawal } from '../use-withdraw.ts';

interface WithdrawFormProps {
  stake: OwnStake;
  /** Called after the withdrawal or its cancellation. */
  onDone: () => void;
}

/** The circles that the member would lose by withdrawing an amount (D31). */
interface Cost {
  amount: string | null;
  circles: string[];
}

/** Withdraws part or all of a stake. If that costs circles, it names them and asks for confirmation. */
export function WithdrawForm({ stake, onDone }: WithdrawFormProps) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const [cost, setCost] = useState<Cost | null>(null);
  const form = useForm<{ amount: string }, Withdrawal>({
    initial: { amount: writeAmount(language, stake.amount) },
    body({ amount }) {
      const read = readTypedAmount(amount, language);
      const agreed = cost?.amount === read ? cost : null;
      return { amount: read, confirm: agreed !== null, leaving: agreed?.circles ?? [] };
    },
    check: ({ amount }) => problemOf(readTypedAmount(amount, language)),
    amounts: ['amount'],
    action: useWithdraw(stake),
    onSent: onDone,
    onRefused(error) {
      const circles = error instanceof ApiError ? error.details.circles : undefined;
      if (!Array.isArray(circles)) return undefined;
      setCost({
        amount: readTypedAmount(form.values.amount, language),
        circles: circles.map(({ name }: { name: string }) => name),
      });
      return undefined;
    },
  });
  const confirmedCost = cost?.amount === readTypedAmount(form.values.amount, language) ? cost : null;

  function problemOf(amount: string | null): Problems<{ amount: string }> {
    if (amount === null) return { amount: t('profile.stake.invalid.field', amountExamples(language)) };
    if (toHundredths(amount) <= toHundredths(stake.amount)) return {};
    return { amount: t('bamboo.withdraw.tooMuch', { amount: formatAmount(language, stake.amount) }) };
  }

  return (
    <form {...form.props}>
      <Stack>
        <AmountField
          {...form.field('amount')}
          data-autofocus=""
          label={t('profile.stake.amount')}
          unit={t('profile.stake.unit')}
          hint={t('bamboo.withdraw.holds', { amount: formatAmount(language, stake.amount) })}
          readOnly={form.isSending}
        />
        {confirmedCost ? (
          <Notice
            tone="warning"
            role="alert"
            title={t('bamboo.withdraw.cost', { count: confirmedCost.circles.length })}
          >
            <ul>
              {confirmedCost.circles.map((name) => (
                <li key={name}>
                  <UserText>{name}</UserText>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <Cluster>
          <Button variant="secondary" disabled={form.isSending} onClick={onDone}>
            {t('profile.stake.cancel')}
          </Button>
          <Button type="submit" variant={confirmedCost ? 'danger' : 'primary'} loading={form.isSending}>
            {confirmedCost
              ? t('bamboo.withdraw.leave', { count: confirmedCost.circles.length })
              : t('bamboo.stakes.withdraw')}
          </Button>
        </Cluster>
        {confirmedCost ? null : <FormSummary form={form} />}
      </Stack>
    </form>
  );
}
