import type { Panda, SelfUser, Stake, Wallet } from '@frens/contract';
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
import { contentKey, ownReviewKey, staleLists, withFigures } from '../../bamboo.queries.ts';
import { stakesQuery } from './panda-profile.queries.ts';

/** Stakes BAMBOO on a Panda, reports the outcome, and updates all dependent caches (D34). */
export function useStake(panda: Panda) {
  const { t } = useTranslation('mf-panda');
  const { id, name } = panda;
  return useAction({
    meta: { failureTitle: t('profile.stake.failed') },
    send: (amount: string, { idempotencyKey }) =>
      api.call('POST /api/stake-bamboo', { body: { pandaId: id, amount }, idempotencyKey }),
    onSuccess({ stake, balance, panda: backed }) {
      toast({
        title: t('profile.stake.done.title'),
        description: t('profile.stake.done.text', {
          name,
          amount: formatAmount(currentLanguage(), stake.amount),
        }),
        tone: 'success',
      });
      changeData<Panda>(queryKeys.panda(id), (shown) => withFigures(shown, backed));
      changeItems<Panda>(queryKeys.pandas, (shown) => withFigures(shown, backed));
      changeData<Stake[]>(stakesQuery(id).queryKey, (stakes) => [stake, ...stakes]);
      changeData<Wallet>(queryKeys.wallet, ({ staked }) => ({
        balance,
        staked: toBamboo(toHundredths(staked) + toHundredths(stake.amount)),
      }));
      changeData<SelfUser | null>(queryKeys.session, (user) => user && { ...user, bambooBalance: balance });
    },
    // A new backer may trigger a milestone.
    outdates: ({ panda: backed }) => [
      ...staleLists,
      { queryKey: queryKeys.circles },
      // Backers may review.
      { queryKey: [...ownReviewKey, id] },
      ...(backed.uniqueBackers > panda.uniqueBackers ? [{ queryKey: [...contentKey, id] }] : []),
    ],
    // The balance may have changed meanwhile.
    doubts: [{ queryKey: queryKeys.wallet }, { queryKey: queryKeys.session }],
  });
}
