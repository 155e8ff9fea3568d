import { api, Button, brand, Cluster, saveFile, toast, useAction, useTranslation } from '@frens/platform';
import { TitledCard } from '../titled-card.tsx';

/** "Your data": downloads the member's data as JSON (D46). */
export function ExportCard() {
  const { t } = useTranslation('mf-social');
  const download = useAction({
    send: () => api.call('GET /api/account/export'),
    meta: { failureTitle: t('account.export.failed') },
    onSuccess(data) {
      const file = t('account.export.file', {
        // The site's name as a safe file name.
        site: brand.site.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
        date: data.madeAt.slice(0, 10),
      });
      saveFile(file, JSON.stringify(data, null, 2));
      toast({
        title: t('account.export.done'),
        description: t('account.export.doneText', { file }),
        tone: 'success',
      });
    },
  });
  return (
    <TitledCard texts="account.export">
      <Cluster>
        <Button variant="secondary" loading={download.isPending} onClick={() => download.run()}>
          {t('account.export.action')}
        </Button>
      </Cluster>
    </TitledCard>
  );
}
