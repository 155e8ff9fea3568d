import { Button, Container, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { useEffect, useRef } from 'react';
import { paths } from '../../../paths.ts';
import styles from './person-missing.module.css';

/** There is no such person, or not for this member: both look the same (D2, D16). */
export function PersonMissing() {
  const { t } = useTranslation('mf-social');
  const heading = useRef<HTMLHeadingElement>(null);
  // Where it takes the place of a person, the button that was pressed went with them.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <Container className={styles.root}>
      <PandaScene scene="searching" className={styles.scene} />
      <Heading level={1} size="lg" ref={heading} tabIndex={-1}>
        {t('person.missing.title')}
      </Heading>
      <Text tone="muted" measure>
        {t('person.missing.text')}
      </Text>
      <Button asChild>
        <Link to={paths.browse}>{t('person.missing.action')}</Link>
      </Button>
    </Container>
  );
}
