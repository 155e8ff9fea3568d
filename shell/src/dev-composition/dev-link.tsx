import { Link } from '@frens/platform';
import { readTabScenario } from '@frens/platform/tab-scenario';
import styles from './dev-composition.module.css';

/** The way to what a tab is composed of, from every page: only one that is reached within the document tells what that has loaded. */
export function DevLink() {
  const { scenario } = readTabScenario();
  const wayOut = new URL(location.href);
  wayOut.searchParams.set('scenario', '');
  return (
    <aside className={styles.way} aria-label="Dev">
      <Link to="/dev/composition" className={styles.wayLink}>
        /dev/composition
      </Link>
      {scenario === undefined ? null : (
        <a href={wayOut.href} className={styles.wayLink}>
          Answers are made up: {scenario}. Leave the scenario
        </a>
      )}
    </aside>
  );
}
