import { useEffect, useState } from 'react';
import type { StoryResults } from '../../scripts/story-results.ts';
import { CircleAlertIcon, CircleCheckIcon } from '../../src/icon/icons.ts';

/** Results of the last story test run, served beside this page; null without a run. */
const results: Promise<StoryResults | null> = fetch('./story-results.json').then(
  (response) => (response.ok ? response.json() : null),
  () => null,
);

/** Whether a component's stories pass axe, according to the last test run. */
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
