import type { SelfUser } from '@frens/contract';
import {
  api,
  currentLanguage,
  queryKeys,
  session,
  toast,
  useAction,
  useQueryClient,
  useTranslation,
} from '@frens/platform';
import { formatAmount } from '../../formats.ts';
import { contentKey, pandaQuery, stakesQuery } from './panda-profile.queries.ts';

/** Stakes BAMBOO on a Panda, says how it went, and brings everything up to date that shows it (D34). */
export function useStake({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('mf-panda');
  const client = useQueryClient();
  return useAction({
    meta: { failureTitle: t('profile.stake.failed'), failureText: 'server' },
    send: (amount: string, { idempotencyKey }) =>
      api.call('POST /api/stake-bamboo', { body: { pandaId: id, amount }, idempotencyKey }),
    onSuccess({ stake, balance, panda }) {
      toast({
        title: t('profile.stake.done.title'),
        description: t('profile.stake.done.text', {
          name,
          amount: formatAmount(currentLanguage(), stake.amount),
        }),
        tone: 'success',
      });
      // The answer already holds the new figures; the calls below fetch what it does not.
      client.setQueryData(pandaQuery(id, currentLanguage()).queryKey, panda);
      client.setQueryData<SelfUser | null>(
        queryKeys.session,
        (user) => user && { ...user, bambooBalance: balance },
      );
      void session.refresh();
      void client.invalidateQueries({ queryKey: queryKeys.panda(id) });
      void client.invalidateQueries({ queryKey: queryKeys.pandas });
      void client.invalidateQueries({ queryKey: queryKeys.wallet });
      void client.invalidateQueries({ queryKey: stakesQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: contentKey(id) });
    },
  });
}
