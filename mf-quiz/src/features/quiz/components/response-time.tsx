import { useTranslation } from '@frens/platform';
import { useEffect, useState } from 'react';

/** Seconds since the lab appeared, updated every second; 0 before. */
export function ResponseTime({ since, className }: { since: number | null; className?: string }) {
  const { t } = useTranslation('mf-quiz');
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, [since]);

  return (
    <span role="timer" className={className}>
      {t('time', { seconds })}
    </span>
  );
}
