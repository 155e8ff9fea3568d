import { api, Button, Cluster, saveFile, useAction, useTranslation } from '@frens/platform';
import { TitledCard } from '../titled-card.tsx';

/** "Your data" (D46). */
export function ExportCard() {
  const { t } = useTranslation('mf-social');
  const download = useAction({
    send: () => api.call('GET /api/account/export'),
    meta: { failureTitle: t('account.export.failed') },
    onSuccess: (file) => saveFile(t('account.export.file'), JSON.stringify(file, null, 2)),
  });
  return (
    <TitledCard headingLevel={3} texts="account.export">
      <Cluster>
        <Button variant="secondary" loading={download.isPending} onClick={() => download.run()}>
          {t('account.export.action')}
        </Button>
      </Cluster>
    </TitledCard>
  );
}
