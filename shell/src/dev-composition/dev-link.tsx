import { Link } from '@frens/platform';
import { readTabScenario } from '@frens/platform/tab-scenario';
import styles from './dev-composition.module.css';

/** The link to the composition page. It navigates within the document, whose timings the page shows. */
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
