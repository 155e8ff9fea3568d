import { Button, Container, Heading, Link, PandaScene, Text } from '@frens/platform';
import { useEffect, useRef } from 'react';
import styles from './missing-page.module.css';

interface MissingPageProps {
  title: string;
  text: string;
  /** Link to the list of similar pages. */
  action: { to: string; label: string };
}

/** Page for something that does not exist or is hidden from this member; both look the same (D2, D16). */
export function MissingPage({ title, text, action }: MissingPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // If it replaces a page, the pressed button has disappeared with that.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <Container className={styles.root}>
      <PandaScene scene="searching" className={styles.scene} />
      <Heading level={1} size="lg" ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      <Text tone="muted" measure>
        {text}
      </Text>
      <Button asChild>
        <Link to={action.to}>{action.label}</Link>
      </Button>
    </Container>
  );
}
