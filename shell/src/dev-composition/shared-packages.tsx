import { Heading, Stack, useTranslation } from '@frens/platform';
import { useEffect, useState } from 'react';
import { sharedPackages, useRemotes } from '../composition/engine.ts';
import styles from './dev-composition.module.css';

/** Whether a container, such as `mf_quiz_0_1_0_3fa2c1d8e0`, belongs to a remote. */
const isOf = (container: string, remote: string) => container.startsWith(`${remote.replaceAll('-', '_')}_`);

/** The version of each shared package, its provider and its consumers. */
export function SharedPackages() {
  const { t } = useTranslation('dev');
  const remotes = useRemotes();
  const [winners, setWinners] = useState<Awaited<ReturnType<typeof sharedPackages>>>([]);
  useEffect(() => {
    void sharedPackages(remotes).then((shared) =>
      setWinners(
        shared.map(({ usedIn, ...one }) => ({
          ...one,
          usedIn: remotes.names().filter((name) => usedIn.some((container) => isOf(container, name))),
        })),
      ),
    );
  }, [remotes]);
  return (
    <Stack asChild>
      <section aria-labelledby="shared-packages">
        <Heading level={2} id="shared-packages">
          {t('shared')}
        </Heading>
        <ul className={styles.shared}>
          {winners.map(({ name, version, from, usedIn }) => (
            <li key={`${name} ${version}`}>
              <strong>
                {name} {version}
              </strong>{' '}
              {usedIn.length > 0 ? t('fromUsed', { from, names: usedIn.join(', ') }) : t('from', { from })}
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  );
}
