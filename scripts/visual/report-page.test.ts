import { describe, expect, it } from 'vitest';
import { type Changes, reportPage, summaryOf } from './report-page.ts';

const story = { id: 'a--b', title: 'A <b>: B', file: 'mf-quiz/src/a.stories.tsx' };
const base = { commit: 'abcdef0123456789', subject: 'feat: "x"' };
const equal: Changes = {
  base,
  of: 439,
  compared: 12,
  once: 0,
  changed: [],
  failed: [],
  added: [],
  removed: [],
};
const files = { before: 'b.png', after: 'a.png', difference: 'd.png' };
const changed = [{ story, views: [{ name: '375 px, dark', files }] }];
const failed = [{ story, problem: 'after: ended as "error"' }];

describe('the summary', () => {
  it.each([
    ['that nothing changed', {}, /^No changes: the 12 affected stories of 439/],
    ['what changed', { changed }, /^1 of 12 affected stories, of 439, look different from abcdef01/],
    ['that no story is affected', { compared: 0 }, /^None of 439 stories is affected/],
    ['what is new and removed', { added: [story], removed: [story, story] }, /; 1 new, 2 removed\.$/],
    ['that it is incomplete', { failed }, /^Incomplete: 1 stories could not be captured\. 0 of the other 12/],
    ['that it is incomplete, of a single story', { failed, compared: 0 }, /^Incomplete/],
  ])('says %s', (_what, some, sentence) => expect(summaryOf({ ...equal, ...some })).toMatch(sentence));

  it('never says that nothing changed where a story was not captured', () => {
    for (const compared of [0, 12])
      expect(summaryOf({ ...equal, compared, failed })).not.toContain('No changes');
  });
});

it('the page shows each view before, after and what differs, with the owner, and takes no text for markup', () => {
  const page = reportPage(
    { ...equal, changed, failed },
    {
      ownerOf: (file) => (file.startsWith('mf-quiz/') ? '@frens/quiz-team' : ''),
      sourceOf: (file) => `x/${file}`,
    },
  );
  for (const part of ['375 px, dark', 'src="x/b.png"', 'src="x/a.png"', 'src="x/d.png"', '@frens/quiz-team'])
    expect(page).toContain(part);
  expect(page).toContain('<h2>A &#60;b&#62;: B</h2>');
  expect(page).not.toContain('<script');
});
