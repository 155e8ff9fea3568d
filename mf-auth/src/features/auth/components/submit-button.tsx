import { Button } from '@frens/platform';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  /** Whether its form leads the page: a page has one primary button. */
  isFirst: boolean;
  isSending: boolean;
  children: ReactNode;
}

/** Submits a sign-in or sign-up form. */
export function SubmitButton({ isFirst, isSending, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant={isFirst ? 'primary' : 'secondary'} size="lg" fullWidth loading={isSending}>
      {children}
    </Button>
  );
}
