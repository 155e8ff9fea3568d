import { idFrom } from '../../database/ids.ts';
import { defineResource } from '../../resource.ts';
import { fileReport, lockKeysOfReport } from './file-report.ts';

export const reports = defineResource((on) => {
  on('POST /api/reports', async ({ body, caller: { user }, services, transact }) => {
    const report = { ...body, subjectId: idFrom(body.subjectId) };
    return transact(
      {
        lockKeys: () => lockKeysOfReport(services, user, report),
        run: async () => ({ reportId: await fileReport(services, user, report) }),
      },
      ({ reportId }) => ({ id: String(reportId) }),
    );
  });
});
