import { Notice } from '@frens/design-system';
import { useTranslation } from '../texts.ts';
import type { Form } from './use-form.ts';

/** Below a form's buttons, so that none moves as it appears: why all of it was refused, or how many of its fields do not fit. Says nothing while one field says it itself. */
export function FormSummary<Values extends object>({
  form: { failure, problemCount },
}: {
  form: Pick<Form<Values>, 'failure' | 'problemCount'>;
}) {
  const { t } = useTranslation('shell');
  if (failure !== null) return <Notice tone="danger">{failure}</Notice>;
  if (problemCount < 2) return null;
  return <Notice tone="danger">{t('form.problems', { count: problemCount })}</Notice>;
}
