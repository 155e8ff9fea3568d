import { Link } from '@frens/platform';
import styles from './dev-composition.module.css';

/** The way to what a tab is composed of, from every page: only one that is reached within the document tells what that has loaded. */
export function DevLink() {
  return (
    <aside className={styles.way} aria-label="Dev">
      <Link to="/dev/composition" className={styles.wayLink}>
        /dev/composition
      </Link>
    </aside>
  );
}
