import { lazyScreen } from '@frens/platform';

// Loaded on demand: only the first tab and the waiting panel belong to the page's own bundle.
export const CompleteProfile = lazyScreen(() =>
  import('./complete-profile.tsx').then((module) => module.CompleteProfile),
);
export const ConnectionsPanel = lazyScreen(() =>
  import('./connections-panel.tsx').then((module) => module.ConnectionsPanel),
);
export const MatchesPanel = lazyScreen(() =>
  import('./matches-panel.tsx').then((module) => module.MatchesPanel),
);
/** Samples for members whose friends have no candidates. */
export const MatchSamples = lazyScreen(() =>
  import('./match-samples.tsx').then((module) => module.MatchSamples),
);
/** The circle's emblem. The page renders without waiting for it, and does without it if it fails to load. */
export const CircleEmblem = lazyScreen(() =>
  import('@frens/design-system/circle-emblem').then(
    (module) => module.CircleEmblem,
    () => () => null,
  ),
);
