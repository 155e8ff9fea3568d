import type { CallBody } from '@frens/contract';
import {
  api,
  Button,
  Cluster,
  FormSummary,
  restoreFocus,
  Stack,
  session,
  Text,
  TextField,
  useAction,
  useForm,
  useNavigate,
  useTranslation,
} from '@frens/platform';

/** Deletes a suspended account, confirmed by its name and, where the sign-in is not fresh, by the password (D46). */
export function EndSuspended({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const form = useForm({
    initial: { confirm: '', password: '' },
    body: ({ confirm, password }) => (password === '' ? { confirm } : { confirm, password }),
    action: useAction({
      send: (body: CallBody<'DELETE /api/account'>) => api.call('DELETE /api/account', { body }),
      meta: { failureTitle: t('suspended.end.failed') },
      onSuccess({ undoUntil }) {
        session.ended();
        // Afterwards, because signing out navigates home.
        navigate('/auth', { replace: true, state: { undoUntil, byMail: false } });
      },
    }),
  });
  return (
    <form {...form.props} aria-label={t('suspended.end.open')}>
      <div ref={restoreFocus}>
        <Stack>
          <Text measure>{t('suspended.end.text')}</Text>
          <TextField
            {...form.field('confirm')}
            required
            label={t('suspended.end.confirm')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            {...form.field('password')}
            type="password"
            autoComplete="current-password"
            label={t('suspended.end.password')}
            hint={t('suspended.end.hint')}
          />
          <Cluster>
            <Button variant="secondary" disabled={form.isSending} onClick={onCancel}>
              {t('suspended.end.cancel')}
            </Button>
            <Button type="submit" variant="danger" loading={form.isSending}>
              {t('suspended.end.action')}
            </Button>
          </Cluster>
          <FormSummary form={form} />
        </Stack>
      </div>
    </form>
  );
}
