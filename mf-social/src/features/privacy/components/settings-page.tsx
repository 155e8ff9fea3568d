import { BellIcon, EyeIcon, LockIcon, UserIcon } from '@frens/design-system/icons';
import { Button, Cluster, Link, PageHeader, Stack, useTranslation } from '@frens/platform';
import type { ReactNode } from 'react';
import { Page } from '../../../page.tsx';
import { type SettingsPageName, settingsPages, settingsPath } from '../../../paths.ts';
import styles from './settings-page.module.css';

const icons: Record<SettingsPageName, ReactNode> = {
  privacy: <EyeIcon />,
  notifications: <BellIcon />,
  security: <LockIcon />,
  account: <UserIcon />,
};

/** Layout of a settings page: heading, links to all settings pages, and the cards. */
export function SettingsPage({ name, children }: { name: SettingsPageName; children: ReactNode }) {
  const { t } = useTranslation('mf-social');
  return (
    <Page width="form">
      <PageHeader
        eyebrow={t('privacy.title')}
        title={t(`privacy.parts.${name}.title`)}
        description={t(`privacy.parts.${name}.intro`)}
      />
      <nav aria-label={t('privacy.title')} className={styles.links}>
        <Cluster asChild gap="sm">
          <ul>
            {settingsPages.map((page) => (
              <li key={page}>
                <Button
                  asChild
                  size="sm"
                  variant={page === name ? 'primary' : 'secondary'}
                  icon={icons[page]}
                >
                  <Link to={settingsPath(page)} aria-current={page === name ? 'page' : undefined}>
                    {t(`privacy.parts.${page}.link`)}
                  </Link>
                </Button>
              </li>
            ))}
          </ul>
        </Cluster>
      </nav>
      <Stack gap="lg">{children}</Stack>
    </Page>
  );
}
