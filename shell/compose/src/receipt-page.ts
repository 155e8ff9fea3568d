import { picturesOf } from './compare-pictures.ts';
import { escapeHtml } from './escape-html.ts';
import { changeOfBytes, kilobytes, trendText } from './gate/budgets.ts';
import type { Difference, Receipt } from './receipt.ts';
import { commitText } from './source-commit.ts';
import { receiptFile } from './store/receipt-file.ts';
import type { SiteStore } from './store/site-store.ts';

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

/**
 * Renders the receipt as a page without scripts, for pull requests and for the decision to promote.
 *
 * @param receipt of a published version
 * @param at time of publication, ISO 8601
 */
export function receiptPage(receipt: Receipt, at: string): string {
  const { name, version, from, pages, bytes, live, preview, shared, difference, source, why, pictures } =
    receipt;
  const [shownAt = '', asked = ''] = preview?.split('?') ?? [];
  const origin = URL.canParse(shownAt) ? new URL(shownAt).origin : '';
  const id = `${name}@${version}`;
  const shown = (page: string) =>
    preview === null || page.includes(':')
      ? code(page)
      : `<a href="${escapeHtml(`${origin}${page}?${asked}`)}">${escapeHtml(page)}</a>`;
  const rows: [string, string][] = [
    ['Made', `${escapeHtml(at)}, against ${live ? code(live.version) : 'nothing live'}`],
    ...(source === null
      ? []
      : [
          [
            'From',
            `${code(commitText(source))} ${escapeHtml(source.subject)}, ${escapeHtml(source.author)}`,
          ] as [string, string],
        ]),
    ...(why === null ? [] : [['Why', escapeHtml(why)] as [string, string]]),
    ...(from === null ? [] : [['Files', `stay on ${code(from)}`] as [string, string]]),
    ['Pages', pages.length > 0 ? pages.map(shown).join('<br>') : 'the shell’s own'],
    ...(pictures ? [['Pictures', picturesText(version, pictures)] as [string, string]] : []),
    ['Bytes', `${kilobytes(bytes)} of scripts and styles, gzip${change(receipt)}`],
    ...(receipt.budgets.length === 0
      ? []
      : [
          ['Budgets', receipt.budgets.map((one) => escapeHtml(trendText(one))).join('<br>')] as [
            string,
            string,
          ],
        ]),
    ...Object.entries(difference).map(([kind, what]): [string, string] => [
      changed[kind] ?? kind,
      differenceText(what),
    ]),
    [
      'Shared packages',
      shared
        .map(
          ({ package: library, from, version: wins }) =>
            `${code(library)} ${escapeHtml(wins)}, from ${escapeHtml(from)}`,
        )
        .join('<br>'),
    ],
    ...(preview === null
      ? []
      : [
          [
            'Stories and scenarios',
            `Storybook shows those under ${code(name)}; a site with ${code('DEV_PAGES')} shows this version as ${scenarioLinks(preview)}`,
          ] as [string, string],
        ]),
    ['To make it live', code(receipt.promote)],
  ];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(id)}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  th { text-align: start; vertical-align: top; padding: 0.5rem 1.5rem 0.5rem 0; white-space: nowrap }
  td { padding: 0.5rem 0; overflow-wrap: anywhere }
</style>
<h1>${escapeHtml(id)}</h1>
<table>
${rows.map(rowOf).join('\n')}
${endOfRows}
</html>
`;
}

const rowOf = ([head, cell]: [string, string]) => `<tr><th scope="row">${head}</th><td>${cell}</td></tr>`;
const endOfRows = '</table>';

/** Adds a row to a version's receipt, if it has one. */
export async function addToReceipt(
  { files }: Pick<SiteStore, 'files'>,
  name: string,
  version: string,
  { label, text }: { label: string; text: string },
): Promise<void> {
  const file = receiptFile(name, version);
  const page = (await files.read(file))?.toString();
  const row = rowOf([label, escapeHtml(text)]);
  if (page && !page.includes(row))
    await files.replace(
      file,
      page.replace(endOfRows, () => `${row}\n${endOfRows}`),
    );
}

/** The labels of differences. Pages are listed in full above. */
const changed: Partial<Record<string, string>> = {
  pages: 'Pages that change',
  platform: 'Platform',
  calls: 'Calls of the API',
};

/** Links to the version in each scenario of the mocks, on the site that serves this page. */
const scenarioLinks = (preview: string) =>
  ['typical', 'long', 'empty', 'loading', 'failing', 'refusing']
    .map((scenario) => `<a href="${escapeHtml(`${preview}&scenario=${scenario}`)}">${scenario}</a>`)
    .join(', ');

/** Links to the page of pictures, which lies beside the receipt. */
const picturesText = (version: string, { summary, hasPage }: NonNullable<Receipt['pictures']>) =>
  hasPage ? `<a href="${escapeHtml(picturesOf(version))}">${escapeHtml(summary)}</a>` : escapeHtml(summary);

function change({ bytes, live }: Receipt): string {
  if (live?.bytes == null) return '';
  return `, ${changeOfBytes(bytes - live.bytes)}`;
}

function differenceText({ added, removed }: Difference): string {
  const all = [...added.map((one) => `+ ${one}`), ...removed.map((one) => `− ${one}`)];
  return all.length === 0 ? 'as it is live' : all.map(code).join('<br>');
}
