import { useEffect, useState } from 'react';
import type { StoryResults } from '../../scripts/story-results.ts';
import { CircleAlertIcon, CircleCheckIcon } from '../../src/icon/icons.ts';

/** What the last run of the stories' tests found, served beside this page; null where there was none. */
const results: Promise<StoryResults | null> = fetch('./story-results.json').then(
  (response) => (response.ok ? response.json() : null),
  () => null,
);

/** Whether the stories of a component pass axe, told by the last run of their tests. */
export function AccessibilityStatus({ ids }: { ids: readonly string[] }) {
  const [run, setRun] = useState<StoryResults | null>();
  useEffect(() => void results.then(setRun), []);
  if (run === undefined) return null;
  if (!run)
    return (
      <>
        This build carries no results: <code>npm test</code> before <code>npm run storybook:build</code>{' '}
        brings them.
      </>
    );
  const checks = ids.flatMap((id) => Object.values(run.violations[id] ?? {}));
  const found = [...new Set(checks.flat())];
  return (
    <>
      {found.length > 0 ? <CircleAlertIcon size={16} /> : <CircleCheckIcon size={16} />}{' '}
      {found.length > 0 ? found.join(', ') : 'No violations'} in {checks.length} checks of{' '}
      {ids.filter((id) => run.violations[id]).length} of {ids.length} stories, at {run.commit},{' '}
      {new Date(run.at).toLocaleDateString('en', { dateStyle: 'medium' })}
    </>
  );
}
