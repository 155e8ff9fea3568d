import { useLocation, useSearchParams } from '@frens/platform';

/** Views of the password card: login, sign-up, forgotten password. */
const tabs = ['login', 'register', 'forgot'] as const;
export type Tab = (typeof tabs)[number];

/** The view named in the URL; the first has the plain URL. */
export function useTab() {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  // Invited visitors start at sign-up.
  const first = params.has('invite') ? 'register' : tabs[0];
  const tab = tabs.find((name) => name === params.get('tab')) ?? first;

  function searchOf(wanted: Tab, current = params): URLSearchParams {
    const search = new URLSearchParams(current);
    if (wanted === first) search.delete('tab');
    else search.set('tab', wanted);
    return search;
  }
  return {
    tab,
    /** Switches the view; the rest of the URL stays. */
    choose: (wanted: Tab) => setParams((current) => searchOf(wanted, current), { replace: true, state }),
    /** The link target of a view. */
    addressOf: (wanted: Tab) => ({ search: searchOf(wanted).toString() }),
  };
}
