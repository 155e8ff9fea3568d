import { EyeIcon, LockIcon, UserIcon } from '@frens/design-system/icons';
import { Button, Cluster, Heading, Link, useLocation, useTranslation } from '@frens/platform';
import { type ReactNode, useEffect, useId } from 'react';
import styles from './parts.module.css';

const icons = { privacy: <EyeIcon />, security: <LockIcon />, account: <UserIcon /> };
type PartName = keyof typeof icons;
// True because the keys of a literal object are exactly its type's keys.
const partNames = Object.keys(icons) as PartName[];

/** The parts of the page, as links at its top. They change nothing that Back would undo. */
export function PartLinks() {
  const { t } = useTranslation('mf-social');
  return (
    <nav aria-label={t('privacy.parts.label')} className={styles.links}>
      <Cluster asChild gap="sm">
        <ul>
          {partNames.map((name) => (
            <li key={name}>
              <Button asChild size="sm" variant="secondary" icon={icons[name]}>
                <Link replace to={{ hash: name }}>
                  {t(`privacy.parts.${name}`)}
                </Link>
              </Button>
            </li>
          ))}
        </ul>
      </Cluster>
    </nav>
  );
}

/** One part, under a heading of its own that links lead to. */
export function Part({ name, children }: { name: PartName; children: ReactNode }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <section id={name} aria-labelledby={title} className={styles.part}>
      <Heading level={2} size="lg" id={title} tabIndex={-1} className={styles.title}>
        {t(`privacy.parts.${name}`)}
      </Heading>
      {children}
    </section>
  );
}

/**
 * Goes to the part that the address names: a browser looks for it before the page is there, and a router never does.
 *
 * @param isWhole whether what stands above the parts has come: until then they move
 */
export function useNamedPart(isWhole: boolean): void {
  const { hash, key } = useLocation();
  // oxlint-disable-next-line react/exhaustive-deps -- `key`: the same link pressed again goes there again.
  useEffect(() => {
    const part = partNames.find((name) => `#${name}` === hash);
    const heading = part && document.querySelector<HTMLElement>(`#${part} > h2`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [hash, key, isWhole]);
}
