import { Notice } from '@frens/design-system';
import { useTranslation } from '../texts.ts';
import type { Form } from './use-form.ts';

/** Below a form's buttons, so that they do not move: why the form was refused, or its number of invalid fields. Empty while one field shows its own. */
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
