import { escapeHtml } from '@frens/contract/escape-html';
import type { Story } from './affected-stories.ts';
import type { Comparison } from './compare-storybooks.ts';

/** The contents of the report. */
export interface Changes extends Comparison {
  /** The commit that the stories were compared with. */
  base: { commit: string; subject: string };
  /** How many stories there are. */
  of: number;
  added: Story[];
  removed: Story[];
}

/** The result in one sentence. It says "No changes" only when every story was captured. */
export function summaryOf({ compared, changed, failed, added, removed, of, base }: Changes): string {
  const than = `${base.commit.slice(0, 8)} (${base.subject})`;
  const newOrRemoved = [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ].join(', ');
  const more = newOrRemoved && `; ${newOrRemoved}`;
  if (failed.length > 0)
    return `Incomplete: ${failed.length} stories could not be captured. ${changed.length} of the other ${compared} look different from ${than}${more}.`;
  if (compared === 0) return `None of ${of} stories is affected since ${than}${more}.`;
  if (changed.length === 0)
    return `No changes: the ${compared} affected stories of ${of} look the same as at ${than}${more}.`;
  return `${changed.length} of ${compared} affected stories, of ${of}, look different from ${than}${more}.`;
}

/**
 * A static page of all stories that differ: before, after and the difference, with the owner of each.
 *
 * @param ownerOf team of a file
 * @param sourceOf address of a screenshot's file
 */
export function reportPage(
  changes: Changes,
  { ownerOf, sourceOf }: { ownerOf: (file: string) => string; sourceOf: (file: string) => string },
): string {
  const heading = ({ title, file }: Story) =>
    `<h2>${escapeHtml(title)}</h2>\n<p><code>${escapeHtml(file)}</code> · ${escapeHtml(ownerOf(file))}</p>`;
  const picture = (file: string, label: string) =>
    `<figure><figcaption>${label}</figcaption><img loading="lazy" alt="" src="${sourceOf(file)}"></figure>`;
  const changed = changes.changed.map(
    ({ story, views }) =>
      `<section id="${story.id}">\n${heading(story)}\n${views
        .map(
          ({ name, files }) =>
            `<h3>${name}</h3>\n<div>${picture(files.before, 'before')}${picture(files.after, 'after')}${picture(files.difference, 'difference')}</div>`,
        )
        .join('\n')}\n</section>`,
  );
  const list = (title: string, lines: string[]) =>
    lines.length === 0
      ? []
      : [`<h2>${title}</h2>\n<ul>${lines.map((line) => `<li>${line}`).join('\n')}</ul>`];
  const named = (stories: Story[]) =>
    stories.map(({ title, file }) => `${escapeHtml(title)} · ${escapeHtml(ownerOf(file))}`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Visual changes</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 2rem }
  section { border-top: 1px solid GrayText; margin-top: 2rem }
  div { display: flex; gap: 1rem; align-items: flex-start }
  figure { margin: 0; flex: 1 1 0; min-width: 0 }
  img { max-width: 100%; border: 1px solid GrayText }
</style>
<h1>Visual changes</h1>
<p>${escapeHtml(summaryOf(changes))}</p>
${[
  ...list(
    'Not captured',
    changes.failed.map(
      ({ story, problem }) =>
        `${escapeHtml(story.title)} · ${escapeHtml(ownerOf(story.file))}: ${escapeHtml(problem)}`,
    ),
  ),
  ...list('New', named(changes.added)),
  ...list('Removed', named(changes.removed)),
  ...list(
    'Changed',
    changes.changed.map(({ story }) => `<a href="#${story.id}">${escapeHtml(story.title)}</a>`),
  ),
  ...changed,
].join('\n')}
</html>
`;
}
