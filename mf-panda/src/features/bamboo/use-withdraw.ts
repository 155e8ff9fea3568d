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
  movedLists,
  ownReviewKey,
  ownStakesKey,
  withFigures,
} from '../../bamboo.queries.ts';

/** What is taken back, and the names of the circles that its member has agreed to leave for it. */
export interface Withdrawal extends CallBody<'POST /api/stakes/:id/unstake'> {
  leaving: string[];
}

/** Takes a stake back, or a part of it (D36), and brings everything up to date that shows it. */
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
      // A review is a backer's, and says so when it is not any more.
      ...(panda
        ? [['panda-stakes'], contentKey, ownReviewKey].map((key) => ({ queryKey: [...key, panda.id] }))
        : []),
      { queryKey: queryKeys.circles },
    ],
    // Taken back in another tab.
    doubts: [...movedLists, { queryKey: queryKeys.wallet }],
  });
}
