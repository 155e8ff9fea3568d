import type { Page } from 'playwright-core';

/** Roles that need an accessible name. */
const needsName =
  /^- (?:button|link|textbox|searchbox|combobox|checkbox|radio|radiogroup|switch|slider|spinbutton|tab|tablist|dialog|alertdialog|region|form|navigation|group|progressbar|application)\b(?! ")/;

/** The page's accessibility tree as screen readers get it, and its problems. */
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
