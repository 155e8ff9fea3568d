import { formatAgo } from '@frens/contract/format-ago';
import { formatMoment } from '@frens/contract/formats';
import { currentLanguage, VisuallyHidden } from '@frens/platform';
import { useState } from 'react';

/** How long ago something was, as one says it; when exactly, for who points at it or hears it read. */
export function Ago({ time, className }: { time: string; className?: string | undefined }) {
  const [shownAt] = useState(() => Date.now());
  const language = currentLanguage();
  const ago = formatAgo(language, time, shownAt);
  const exact = formatMoment(language, time);
  return (
    <time dateTime={time} title={exact} className={className}>
      {ago}
      {/* An older one is told by its day, of which the exact time says the rest. */}
      <VisuallyHidden>{exact.startsWith(ago) ? exact.slice(ago.length) : ` · ${exact}`}</VisuallyHidden>
    </time>
  );
}
