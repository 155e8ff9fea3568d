import type { Page } from '../../scripts/docs-data.ts';
import styles from './docs-page.module.css';

/** Where something is used. */
export function Links({ pages }: { pages: readonly Page[] }) {
  if (pages.length === 0) return <>Nowhere at the moment.</>;
  return (
    <ul className={styles.links}>
      {pages.map(({ path, title }) => (
        <li key={path}>
          <a href={`./?path=${path}`} target="_top">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
