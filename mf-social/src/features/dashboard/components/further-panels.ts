import { lazyScreen } from '@frens/platform';

// Fetched when they are opened: the first tab and what waits are the page's own.
export const CompleteProfile = lazyScreen(() =>
  import('./complete-profile.tsx').then((module) => module.CompleteProfile),
);
export const ConnectionsPanel = lazyScreen(() =>
  import('./connections-panel.tsx').then((module) => module.ConnectionsPanel),
);
export const MatchesPanel = lazyScreen(() =>
  import('./matches-panel.tsx').then((module) => module.MatchesPanel),
);
/** For who has friends and nobody to introduce them to. */
export const MatchSamples = lazyScreen(() =>
  import('./match-samples.tsx').then((module) => module.MatchSamples),
);
/** The drawing of a circle, which the page does not wait for and does without where it does not come. */
export const CircleEmblem = lazyScreen(() =>
  import('@frens/design-system/circle-emblem').then(
    (module) => module.CircleEmblem,
    () => () => null,
  ),
);
