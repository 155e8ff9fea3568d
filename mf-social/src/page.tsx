import { Container } from '@frens/platform';
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  /** `form` is narrower, so that the eye can follow a row of settings. */
  width?: 'content' | 'form';
  children: ReactNode;
}

/** Layout of every screen of this remote: width, gutters, and space above the footer. */
export function Page({ width = 'content', children }: PageProps) {
  return (
    <Container className={styles.root} data-page={width}>
      {children}
    </Container>
  );
}
