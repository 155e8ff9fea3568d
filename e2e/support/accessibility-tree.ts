import type { Page } from 'playwright-core';

/** What a reader moves by or works with: nothing of it says anything without a name. */
const needsName =
  /^- (?:button|link|textbox|searchbox|combobox|checkbox|radio|radiogroup|switch|slider|spinbutton|tab|tablist|dialog|alertdialog|region|form|navigation|group|progressbar|application)\b(?! ")/;

/** A page as a screen reader is given it, from the browser's accessibility tree, and what is amiss in it. */
export async function accessibilityTree(page: Page): Promise<{ tree: string; problems: string[] }> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree.split('\n').map((line) => line.trim());
  const count = (start: RegExp) => lines.filter((line) => start.test(line)).length;
  const levels = lines.flatMap((line) => /^- heading ".+" \[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number);
  const skipped = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1);
  return {
    tree,
    problems: [
      ...lines.filter((line) => needsName.test(line)).map((line) => `has no name: ${line}`),
      ...[/^- main\b/, /^- banner\b/, /^- contentinfo\b/, /^- heading ".+" \[level=1\]/]
        .filter((landmark) => count(landmark) !== 1)
        .map((landmark) => `${count(landmark)} of ${landmark.source}`),
      ...skipped.map((level) => `a heading of level ${level} follows one that is not above it`),
    ],
  };
}
