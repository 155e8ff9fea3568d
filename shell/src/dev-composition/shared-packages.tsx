import { Heading, Stack, useTranslation } from '@frens/platform';
import { useRemotes } from '../composition/remotes-context.tsx';
import { sharedLibraries } from '../composition/shared-libraries.ts';
import styles from './dev-composition.module.css';

/** Whether a container, such as `mf_quiz_0_1_0_3fa2c1d8e0`, is one of a remote. */
const isOf = (container: string, remote: string) => container.startsWith(`${remote.replaceAll('-', '_')}_`);

/** Which version of each shared package all remotes run on, who brought it, and who took it, as far as their containers need no federation runtime. */
export function SharedPackages() {
  const { t } = useTranslation('dev');
  const remotes = useRemotes();
  const from = 'shell';
  return (
    <Stack asChild>
      <section aria-labelledby="shared-packages">
        <Heading level={2} id="shared-packages">
          {t('shared')}
        </Heading>
        <ul className={styles.shared}>
          {sharedLibraries.map(({ name, version, usedIn }) => {
            const users = remotes.names().filter((remote) => [...usedIn].some((one) => isOf(one, remote)));
            return (
              <li key={name}>
                <strong>
                  {name} {version}
                </strong>{' '}
                {users.length > 0 ? t('fromUsed', { from, names: users.join(', ') }) : t('from', { from })}
              </li>
            );
          })}
        </ul>
      </section>
    </Stack>
  );
}
