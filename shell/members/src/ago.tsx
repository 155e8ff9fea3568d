import { formatAgo } from '@frens/contract/format-ago';
import { formatMoment } from '@frens/contract/formats';
import { currentLanguage, VisuallyHidden } from '@frens/platform';
import { useState } from 'react';

/** A relative time, with the exact time as a tooltip and for screen readers. */
export function Ago({ time, className }: { time: string; className?: string | undefined }) {
  const [shownAt] = useState(() => Date.now());
  const language = currentLanguage();
  const ago = formatAgo(language, time, shownAt);
  const exact = formatMoment(language, time);
  return (
    <time dateTime={time} title={exact} className={className}>
      {ago}
      {/* Older times show their date, so only the rest of the exact time follows. */}
      <VisuallyHidden>{exact.startsWith(ago) ? exact.slice(ago.length) : ` · ${exact}`}</VisuallyHidden>
    </time>
  );
}
