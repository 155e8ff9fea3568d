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
import {
  contentKey,
  ledgerKey,
  ownReviewKey,
  ownStakesKey,
  staleLists,
  withFigures,
} from '../../bamboo.queries.ts';

/** The withdrawal, and the names of circles that the member agreed to leave. */
export interface Withdrawal extends CallBody<'POST /api/stakes/:id/unstake'> {
  leaving: string[];
}

/** Withdraws a stake or part of it (D36), and updates all dependent caches. */
export function useWithdraw({ id, panda, amount: held }: OwnStake) {
  const { t } = useTranslation('mf-panda');
  return useAction({
    send: ({ leaving: _circles, ...body }: Withdrawal, { idempotencyKey }) =>
      api.call('POST /api/stakes/:id/unstake', { params: { id }, body, idempotencyKey }),
    onSuccess({ stake: left, panda: backed, ...wallet }, { leaving }) {
      const language = currentLanguage();
      const amount = toBamboo(toHundredths(held) - toHundredths(left?.amount ?? '0'));
      const back = t('bamboo.withdraw.done.text', { amount: formatAmount(language, amount) });
      const circles = new Intl.ListFormat(language).format(leaving);
      toast({
        title: t('bamboo.withdraw.done.title'),
        description: circles ? `${back} ${t('bamboo.withdraw.done.left', { circles })}` : back,
        tone: 'success',
      });
      changeItems<OwnStake>(ownStakesKey, (stake) => (stake.id === id ? left : stake));
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
      { queryKey: ledgerKey },
      // Only backers may review, so the withdrawal may mark the review as a former backer's.
      ...(panda
        ? [['panda-stakes'], contentKey, ownReviewKey].map((key) => ({ queryKey: [...key, panda.id] }))
        : []),
      { queryKey: queryKeys.circles },
    ],
    // Withdrawn in another tab.
    doubts: [...staleLists, { queryKey: queryKeys.wallet }],
  });
}
