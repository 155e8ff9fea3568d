import { Dialog } from '@frens/design-system/dialog';
import { Button, Cluster, Stack, Text, useNavigate, useSession, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { TitledCard } from '../titled-card.tsx';
import { EndForm } from './delete-account-form.tsx';

/** What ending the account entails, in the order in which one asks. */
const consequences = ['now', 'undo', 'erased', 'others', 'stays'] as const;
/** An address that was never confirmed gets no link, and is free at once. */
const withoutAddress = ['now', 'undoUnconfirmed', 'erased', 'others', 'stays'] as const;

/** Ending the account (D46): what follows is said before, and the way there asks for the name. */
export function EndCard() {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (!user) return null;
  return (
    <TitledCard texts="account.end">
      <Stack asChild gap="sm">
        <ul>
          {(user.emailVerified ? consequences : withoutAddress).map((one) => (
            <li key={one}>
              <Text>{t(`account.end.entails.${one}`)}</Text>
            </li>
          ))}
        </ul>
      </Stack>
      <Cluster>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t('account.end.open')}
        </Button>
      </Cluster>
      <Dialog
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        title={t('account.end.dialog.title')}
        description={t('account.end.dialog.text')}
      >
        {(close) => (
          <EndForm
            user={user}
            onCancel={close}
            onEnded={({ undoUntil }) =>
              navigate('/auth', { replace: true, state: { undoUntil, byMail: user.emailVerified } })
            }
          />
        )}
      </Dialog>
    </TitledCard>
  );
}
