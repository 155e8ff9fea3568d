import { limits } from '@frens/contract/limits';
import { writeAmount } from '@frens/contract/typed-amount';
import { Dialog } from '@frens/design-system/dialog';
import { PlusIcon } from '@frens/design-system/icons';
import {
  Button,
  currentLanguage,
  Link,
  Skeleton,
  useForm,
  useNavigate,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { CircleForm, circleBody, type TypedCircle } from '../../../circles/circle-form.tsx';
import { useCreateCircle } from '../../../circles/circles.queries.ts';
import { circlePath, circlesPath, signInPath } from '../../../paths.ts';
import styles from './create-circle.module.css';

const emptyCircle = (): TypedCircle => ({
  name: '',
  description: '',
  circleType: 'open',
  gateMinAmount: writeAmount(currentLanguage(), limits.circles.gateDefault),
  gatePandaId: '',
});

/** Creates a circle: a button with a dialog for members, a link to sign in for visitors. */
export function CreateCircle() {
  return (
    <div className={styles.place}>
      <CreateCircleAction />
    </div>
  );
}

function CreateCircleAction() {
  const { t } = useTranslation('mf-community');
  const { status } = useSession();
  if (status === 'loading') return <Skeleton shape="block" className={styles.loading} />;
  if (status === 'failed') return null;
  if (status === 'signed-out')
    return (
      <Button asChild>
        <Link to={signInPath(circlesPath)}>{t('circles.create.signIn')}</Link>
      </Button>
    );
  return <CreateCircleDialog />;
}

/** Rendered once the session is known, because drafts are stored per member. */
function CreateCircleDialog() {
  const { t } = useTranslation('mf-community');
  const [isOpen, setOpen] = useState(false);
  const create = useCreateCircle();
  const navigate = useNavigate();
  // Held outside the dialog, so that closing it by accident keeps the input.
  const form = useForm({
    initial: emptyCircle(),
    rules: () => import('@frens/contract/circles').then(({ CreateCircleBody }) => CreateCircleBody),
    body: (circle) => ({ ...circleBody(circle), isPandaGated: circle.circleType === 'stake_gated' }),
    amounts: ['gateMinAmount'],
    action: create,
    onSent(made) {
      setOpen(false);
      form.reset();
      navigate(circlePath(made.id));
    },
    draft: 'new-circle',
  });

  return (
    <>
      <Button icon={<PlusIcon />} onClick={() => setOpen(true)}>
        {t('circles.create.action')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={({ open }) => {
          setOpen(open);
          if (!open) create.giveUp();
        }}
        title={t('circles.create.title')}
        description={t('circles.create.intro')}
      >
        {(close) => (
          <CircleForm
            form={form}
            submitLabel={t('circles.create.submit')}
            pendingLabel={t('circles.create.pending')}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}
