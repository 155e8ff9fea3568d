import type { ComponentProps } from 'react';
import { useTranslation } from '../texts.ts';

// A list and its search for browsers without scripts: they send the form, and the server puts what it found into the page
// (`api/src/middleware/noscript-searches.ts`). With scripts neither does anything.

/** Around the search of a public list, whose fields have the names that the list's call knows. */
export function SearchForm({ children, ...props }: ComponentProps<'form'> & { action: string }) {
  return (
    <form {...props} onSubmit={(event) => event.preventDefault()}>
      <input type="hidden" name="scripts" value="none" />
      {children}
    </form>
  );
}

/** Where the server puts what the list holds. */
export function NoscriptResults({ none }: { none: string }) {
  const { t } = useTranslation('shell');
  return (
    <noscript data-results="">
      <p>{none}</p>
      <a rel="next" href="?">
        {t('list.more')}
      </a>
    </noscript>
  );
}
