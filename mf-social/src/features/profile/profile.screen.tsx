import type { SelfUser } from '@frens/contract';
import { PencilIcon, ShieldIcon } from '@frens/design-system/icons';
import {
  Button,
  Card,
  Heading,
  hasDraft,
  Link,
  PageHeader,
  Skeleton,
  UserText,
  useNavigate,
  useSearchParams,
  useSession,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { useId, useState } from 'react';
import { focusOnMount } from '../../lists/focus-on-mount.ts';
import { completeStepOnHome } from '../../members/home-changes.ts';
import { Page } from '../../page.tsx';
import { paths } from '../../paths.ts';
import { OwnPanda } from './components/own-panda.tsx';
import { ProfileDetails } from './components/profile-details.tsx';
import { ProfileForm } from './components/profile-form.tsx';
import { PictureField } from './picture/picture-field.tsx';
import styles from './profile.module.css';
import { profileDraft } from './use-profile-form.ts';

/** The member's own profile, to view and edit. */
export function ProfileScreen() {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const title = useId();
  // An interrupted member resumes their draft in edit mode (D63).
  const [params] = useSearchParams();
  const isFirstStep = params.has('first');
  const navigate = useNavigate();
  const [mode, setMode] = useState<'view' | 'edit' | 'left'>(() =>
    isFirstStep || hasDraft(profileDraft) ? 'edit' : 'view',
  );
  const header = {
    description: t('profile.intro'),
    actions: (
      <Button asChild variant="secondary" icon={<ShieldIcon />}>
        <Link to={paths.privacy}>{t('profile.privacyLink')}</Link>
      </Button>
    ),
  };
  // Prerendered, without a session.
  if (!user)
    return (
      <Page>
        <PageHeader
          title={
            <>
              <VisuallyHidden>{t('profile.title')}</VisuallyHidden>
              <Skeleton className={styles.name} />
            </>
          }
          eyebrow={<Skeleton className={styles.name} />}
          {...header}
        />
        <div className={styles.columns}>
          <Skeleton shape="card" className={styles.loading} />
          <Skeleton shape="card" />
        </div>
      </Page>
    );
  const leaveForm = ({ bio, interests }: SelfUser) => {
    setMode('left');
    // The home shows the completed step and the next one.
    if (!isFirstStep || bio === '' || interests.length === 0) return;
    completeStepOnHome('profile');
    navigate(paths.dashboard);
  };

  return (
    <Page>
      <PageHeader
        title={<UserText>{user.name || user.username}</UserText>}
        eyebrow={user.username ? `@${user.username}` : undefined}
        {...header}
      />
      <div className={styles.columns}>
        <Card asChild>
          <section aria-labelledby={title}>
            <div className={styles.head}>
              <Heading level={2} size="md" id={title}>
                {t('profile.title')}
              </Heading>
              {mode === 'edit' ? null : (
                // Leaving the form returns the focus to the edit button.
                <Button
                  size="sm"
                  icon={<PencilIcon />}
                  ref={mode === 'left' ? focusOnMount : undefined}
                  onClick={() => setMode('edit')}
                >
                  {t('profile.edit')}
                </Button>
              )}
            </div>
            <PictureField user={user} />
            {mode === 'edit' ? (
              <ProfileForm
                user={user}
                isFirstStep={isFirstStep}
                onSaved={leaveForm}
                onCancel={() => setMode('left')}
              />
            ) : (
              <ProfileDetails user={user} />
            )}
          </section>
        </Card>
        <OwnPanda pandaId={user.pandaId} />
      </div>
    </Page>
  );
}
