import { lazyScreen } from '@frens/platform';

// Fetched when their tab is opened: the first tab and what waits are the page's own.
export const ConnectionsPanel = lazyScreen(() =>
  import('./connections-panel.tsx').then((module) => module.ConnectionsPanel),
);
export const MatchesPanel = lazyScreen(() =>
  import('./matches-panel.tsx').then((module) => module.MatchesPanel),
);
