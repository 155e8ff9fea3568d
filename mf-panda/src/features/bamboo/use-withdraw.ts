import type { CallBody, OwnStake, Panda, SelfUser, Wallet } from '@frens/contract';
import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { formatAmount } from '@frens/contract/formats';
import {
  api,
  changeData,
  changeItems,
  currentLanguage,
  queryKeys,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';
import { ledgerQuery, movedLists, ownStakesQuery, withFigures } from '../../bamboo.queries.ts';

export type Withdrawal = CallBody<'POST /api/stakes/:id/unstake'>;

/** Takes a stake back, or a part of it (D36), and brings everything up to date that shows it. */
export function useWithdraw({ id, panda, amount: held }: OwnStake) {
  const { t } = useTranslation('mf-panda');
  return useAction({
    send: (body: Withdrawal, { idempotencyKey }) =>
      api.call('POST /api/stakes/:id/unstake', { params: { id }, body, idempotencyKey }),
    onSuccess({ stake: left, panda: backed, ...wallet }) {
      const amount = toBamboo(toHundredths(held) - toHundredths(left?.amount ?? '0'));
      toast({
        title: t('bamboo.withdraw.done.title'),
        description: t('bamboo.withdraw.done.text', { amount: formatAmount(currentLanguage(), amount) }),
        tone: 'success',
      });
      changeItems<OwnStake>(ownStakesQuery.queryKey, (stake) => (stake.id === id ? left : stake));
      changeData<Wallet>(queryKeys.wallet, () => wallet);
      changeData<SelfUser | null>(
        queryKeys.session,
        (user) => user && { ...user, bambooBalance: wallet.balance },
      );
      if (!backed) return;
      changeData<Panda>(queryKeys.panda(backed.id), (shown) => withFigures(shown, backed));
      changeItems<Panda>(queryKeys.pandas, (shown) => withFigures(shown, backed));
    },
    outdates: () => [
      { queryKey: ledgerQuery.queryKey },
      ...(panda ? [{ queryKey: ['panda-stakes', panda.id] }] : []),
      { queryKey: queryKeys.circles },
    ],
    // Taken back in another tab.
    doubts: [...movedLists, { queryKey: queryKeys.wallet }],
  });
}
