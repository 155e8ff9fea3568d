import { useLocation, useSearchParams } from '@frens/platform';

/** What the card of passwords shows: logging in, signing up, or asking for a new password. */
const tabs = ['login', 'register', 'forgot'] as const;
export type Tab = (typeof tabs)[number];

/** The part of the page that the address names; the first has the plain address. */
export function useTab() {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  // Whoever was invited is here to join.
  const first = params.has('invite') ? 'register' : tabs[0];
  const tab = tabs.find((name) => name === params.get('tab')) ?? first;

  function searchOf(wanted: Tab): URLSearchParams {
    const search = new URLSearchParams(params);
    if (wanted === first) search.delete('tab');
    else search.set('tab', wanted);
    return search;
  }
  return {
    tab,
    /** Goes to another part; nothing else of the address changes. */
    choose: (wanted: Tab) => setParams(searchOf(wanted), { replace: true, state }),
    /** Where a part is, for links. */
    addressOf: (wanted: Tab) => ({ search: searchOf(wanted).toString() }),
  };
}
