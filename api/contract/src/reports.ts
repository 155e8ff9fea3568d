import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { reportReasons, reportSubjects } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Id, text } from './fields.ts';
import { limits } from './limits.ts';

export const ReportBody = z
  .object({
    subjectType: z.enum(reportSubjects, { error: 'validation.reportSubject' }),
    subjectId: z
      .string({ error: 'validation.reportSubject' })
      .min(1, 'validation.reportSubject')
      .max(64, 'validation.reportSubject'),
    reason: z.enum(reportReasons, { error: 'validation.reportReason' }),
    details: text({ max: limits.reportDetails.max, lines: true }).optional(),
    /** Only for reports of members: the author of other content may be hidden. */
    alsoBlock: z.boolean({ error: 'validation.switch' }).optional(),
  })
  .refine(({ subjectType, alsoBlock }) => !alsoBlock || subjectType === 'user', {
    path: ['alsoBlock'],
    error: 'validation.reportBlock',
  });

export const reportEndpoints = {
  /** Succeeds for any id, so that it reveals nothing. Reporting the same subject again is idempotent. */
  'POST /api/reports': endpoint({
    status: 201,
    limits: [perDay(limits.reportsPerDay)],
    body: ReportBody,
    response: z.object({ id: Id }),
    refuses: ['404 not_found'],
  }),
};
