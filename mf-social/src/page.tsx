import { Container } from '@frens/platform';
import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  /** `form` is narrower: lines of settings that can be followed with the eye. */
  width?: 'content' | 'form';
  children: ReactNode;
}

/** The frame of every screen of this remote: width, gutters, and air above the footer. */
export function Page({ width = 'content', children }: PageProps) {
  return (
    <Container className={styles.root} data-page={width}>
      {children}
    </Container>
  );
}
