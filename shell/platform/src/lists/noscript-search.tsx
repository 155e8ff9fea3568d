import type { ComponentProps } from 'react';
import { useTranslation } from '../texts.ts';

// A searchable list for browsers without scripts: they submit the form, and the server renders the results into the page
// (`api/src/middleware/noscript-searches.ts`). With scripts neither does anything.

/** Wraps the search of a public list; its fields have the names of the call's query parameters. */
export function SearchForm({ children, ...props }: ComponentProps<'form'> & { action: string }) {
  return (
    <form {...props} onSubmit={(event) => event.preventDefault()}>
      <input type="hidden" name="scripts" value="none" />
      {children}
    </form>
  );
}

/** Marks where the server renders the results. */
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

/**
 * Where the server says how many the list shows, in the words that scripts would say it in: it picks one of these sentences.
 *
 * @param most the list's page size
 * @param words the sentence for a number of items, which further pages may follow
 */
export function NoscriptFound({
  most,
  words,
}: {
  most: number;
  words: (count: number, hasMore: boolean) => string;
}) {
  return (
    <noscript data-found="">
      {Array.from({ length: most }, (_, at) => (
        <span key={at} hidden data-count={at + 1}>
          {words(at + 1, false)}
        </span>
      ))}
      <span hidden data-count="more">
        {words(most, true)}
      </span>
    </noscript>
  );
}
