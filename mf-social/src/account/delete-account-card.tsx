import { Dialog } from '@frens/design-system/dialog';
import { Button, Cluster, Stack, Text, useNavigate, useSession, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { TitledCard } from '../titled-card.tsx';
import { DeleteAccountForm } from './delete-account-form.tsx';

/** Consequences of deleting the account, in the order of a reader's questions. */
const consequences = ['now', 'undo', 'erased', 'others', 'stays'] as const;
/** For an unconfirmed address: no undo link is mailed, and the address is released at once. */
const withoutAddress = ['now', 'undoUnconfirmed', 'erased', 'others', 'stays'] as const;

/** Deletes the account (D46): the card lists the consequences, and the form asks the member to type their name. */
export function DeleteAccountCard() {
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
          <DeleteAccountForm
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
