import { brand, Card, Heading, Logo, Text } from '@frens/platform';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from '../auth.module.css';

interface StepCardProps {
  /** Accessible name of the card. */
  label: string;
  /** The current step; a change moves the focus to the heading. */
  step: string;
  title: string;
  text: string;
  /** Whether this card holds the page's h1. */
  isFirst: boolean;
  /** Appeared after an action on this page, so its heading takes the focus on mount. */
  isReached?: boolean;
  /** Takes the focus on a step change instead of the heading. */
  focusOn?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
}

/** A card with steps, each with its own heading (D64). */
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
  // The pressed button is gone, so the focus moves to its replacement.
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
