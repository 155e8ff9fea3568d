import type { Page } from '../../scripts/docs-data.ts';
import styles from './docs-page.module.css';

/** Links to pages that use something. */
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

/** Pages that use a token directly, and through tokens that reference it: counts, expandable to links. */
export function UsedOn({ pages, through = [] }: { pages: readonly Page[]; through?: readonly Page[] }) {
  if (pages.length + through.length === 0) return <small>Nowhere at the moment</small>;
  return (
    <div>
      {pages.length > 3 ? (
        <Folded title="Used on" pages={pages} />
      ) : pages.length > 0 ? (
        <Links pages={pages} />
      ) : null}
      {through.length > 0 ? <Folded title="Through what reads it on" pages={through} /> : null}
    </div>
  );
}

function Folded({ title, pages }: { title: string; pages: readonly Page[] }) {
  return (
    <details>
      <summary>
        {title} {pages.length} {pages.length === 1 ? 'page' : 'pages'}
      </summary>
      <Links pages={pages} />
    </details>
  );
}
