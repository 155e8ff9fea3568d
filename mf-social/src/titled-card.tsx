import { SectionCard } from '@frens/members/section-card';
import { type TextSection, useTranslation } from '@frens/platform';
import type { ReactNode } from 'react';

interface TitledCardProps {
  /** Text section with `title` and `text`. */
  texts: TextSection<'mf-social', 'title' | 'text'>;
  children: ReactNode;
}

/** A section card with a title and a sentence from this remote's texts. */
export function TitledCard({ texts, children }: TitledCardProps) {
  const { t } = useTranslation('mf-social');
  return (
    <SectionCard gap="lg" title={t(`${texts}.title`)} text={t(`${texts}.text`)}>
      {children}
    </SectionCard>
  );
}
