import { Heading, Stack, useTranslation } from '@frens/platform';
import { useEffect, useState } from 'react';
import { useRemotes } from '../composition/remotes-context.tsx';
import styles from './dev-composition.module.css';

interface Winner {
  name: string;
  version: string;
  from: string;
  usedIn: string[];
}

/** Whether a container, such as `mf_quiz_0_1_0_3fa2c1d8e0`, is one of a remote. */
const isOf = (container: string, remote: string) => container.startsWith(`${remote.replaceAll('-', '_')}_`);

/** Which version of each shared package all remotes run on, who brought it, and who took it. */
export function SharedPackages() {
  const { t } = useTranslation('dev');
  const remotes = useRemotes();
  const [winners, setWinners] = useState<Winner[]>([]);
  useEffect(() => {
    // The federation runtime comes with the first remote; it is here by now, or comes for this page.
    void import(/* webpackChunkName: "federation" */ '../composition/federation.ts').then(
      ({ startFederation }) =>
        setWinners(
          Object.entries(
            startFederation(remotes.names().flatMap(remotes.versions)).shareScopeMap.default ?? {},
          ).flatMap(([shared, versions]) =>
            Object.entries(versions).map(([version, { from, useIn }]) => ({
              name: shared,
              version,
              from,
              usedIn: remotes.names().filter((name) => useIn.some((container) => isOf(container, name))),
            })),
          ),
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
