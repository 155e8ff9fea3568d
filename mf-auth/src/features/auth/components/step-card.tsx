import { brand, Card, Heading, Logo, Text } from '@frens/platform';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from '../auth.module.css';

interface StepCardProps {
  /** Names the card. */
  label: string;
  /** Which of its steps it shows: with another one the focus goes to the heading. */
  step: string;
  title: string;
  text: string;
  /** Whether it heads the page. */
  isFirst: boolean;
  /** It came by an act on the page, so that its heading gets the focus at once. */
  isReached?: boolean;
  /** What gets the focus with another step instead of the heading. */
  focusOn?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
}

/** A card that goes through steps, each with its own heading (D64). */
export function StepCard({
  label,
  step,
  title,
  text,
  isFirst,
  isReached = false,
  focusOn,
  children,
}: StepCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string | null>(isReached ? null : step);
  // The focus follows what replaced the pressed button.
  useEffect(() => {
    if (shown.current !== step) (focusOn ?? heading).current?.focus();
    shown.current = step;
  }, [step, focusOn]);

  return (
    <Card asChild padding="lg" className={styles.card}>
      <section aria-label={label}>
        <header className={styles.header}>
          {isFirst ? <Logo name={brand.site} /> : null}
          <Heading level={isFirst ? 1 : 2} size={isFirst ? undefined : 'md'} ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          <Text tone="muted">{text}</Text>
        </header>
        {children}
      </section>
    </Card>
  );
}
