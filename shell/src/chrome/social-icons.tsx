import styles from './site-footer.module.css';

/** Icons without links, hidden from screen readers: the site has no accounts elsewhere yet (D51). */
export function SocialIcons() {
  return (
    <div className={styles.social} aria-hidden="true">
      {Object.entries(shapes).map(([name, path]) => (
        <svg key={name} viewBox="0 0 24 24" className={styles.socialIcon} focusable="false">
          <path d={path} />
        </svg>
      ))}
    </div>
  );
}

const shapes = {
  photo:
    'M4 8.500A2.500 2.500 0 0 1 6.500 6h1.300l1.400-2h5.600l1.400 2h1.300A2.500 2.500 0 0 1 20 8.500v8a2.500 2.500 0 0 1-2.500 2.500h-11A2.500 2.500 0 0 1 4 16.500Zm8 .5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7Z',
  talk: 'M4 7.500A2.500 2.500 0 0 1 6.500 5h11A2.500 2.500 0 0 1 20 7.500v6a2.500 2.500 0 0 1-2.500 2.500H12l-4.500 3.500V16h-1A2.500 2.500 0 0 1 4 13.500Z',
  film: 'M4 7.500A2.500 2.500 0 0 1 6.500 5h11A2.500 2.500 0 0 1 20 7.500v9a2.500 2.500 0 0 1-2.500 2.500h-11A2.500 2.500 0 0 1 4 16.500ZM10 9v6l5-3Z',
};
