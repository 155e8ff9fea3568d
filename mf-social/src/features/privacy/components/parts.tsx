import { BellIcon, EyeIcon, LockIcon, UserIcon } from '@frens/design-system/icons';
import { Button, Cluster, Heading, Link, useLocation, useTranslation } from '@frens/platform';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './parts.module.css';

const icons = {
  privacy: <EyeIcon />,
  notifications: <BellIcon />,
  security: <LockIcon />,
  account: <UserIcon />,
};
export type SettingsPage = keyof typeof icons;
// True because the keys of a literal object are exactly its type's keys.
const pages = Object.keys(icons) as SettingsPage[];

/** The page of the settings that the address names by its hash; the first has the plain address. */
export function useSettingsPage(): SettingsPage {
  const { hash } = useLocation();
  return pages.find((name) => `#${name}` === hash) ?? 'privacy';
}

/** The pages of the settings, as links at the top. */
export function SettingsLinks({ open }: { open: SettingsPage }) {
  const { t } = useTranslation('mf-social');
  return (
    <nav aria-label={t('privacy.parts.label')} className={styles.links}>
      <Cluster asChild gap="sm">
        <ul>
          {pages.map((name) => (
            <li key={name}>
              <Button asChild size="sm" variant={name === open ? 'primary' : 'secondary'} icon={icons[name]}>
                <Link to={{ hash: name }} aria-current={name === open ? 'page' : undefined}>
                  {t(`privacy.parts.${name}.link`)}
                </Link>
              </Button>
            </li>
          ))}
        </ul>
      </Cluster>
    </nav>
  );
}

interface PartProps {
  name: SettingsPage;
  open: SettingsPage;
  children: ReactNode;
}

/** One page of the settings. All are there, so that what was changed on one waits while another is open. */
export function Part({ name, open, children }: PartProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // A router never looks for what a hash names.
  // oxlint-disable-next-line react/exhaustive-deps -- `key`: the same link pressed again goes there again.
  useEffect(() => {
    if (hash === `#${name}`) heading.current?.focus();
  }, [hash, key, name]);
  return (
    <section aria-labelledby={title} hidden={name !== open} className={styles.part}>
      <Heading level={2} size="lg" id={title} ref={heading} tabIndex={-1} className={styles.title}>
        {t(`privacy.parts.${name}.title`)}
      </Heading>
      {children}
    </section>
  );
}
