import styles from './chrome-v2.module.css';

/** The logo of the older brand: the name in lower case between two bamboo canes. */
export function OlderLogo({ name }: { name: string }) {
  return (
    <span className={styles.logo}>
      <Cane />
      <span className={styles.logoName}>{name}</span>
      <Cane />
    </span>
  );
}

function Cane() {
  return (
    <svg viewBox="0 0 10 32" className={styles.cane} aria-hidden="true" focusable="false">
      <path d="M5 1v8.500M5 11.500v9M5 22.500V31" />
      <path d="M3 10.500h4M3 21.500h4" />
    </svg>
  );
}
