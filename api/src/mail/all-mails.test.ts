import type { Language } from '@frens/contract';
import { escapeHtml } from '@frens/contract/escape-html';
import { formatAmount } from '@frens/contract/formats';
import { completeLanguages } from '@frens/contract/languages';
import { expect, it } from 'vitest';
import { exampleMails } from '../testing/example-mails.ts';
import { type MailName, mailNames } from './mail-job.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';

const site = new URL('https://frens.example');
const brand = { site: 'Frens', product: 'Fren' };

function render(name: MailName, language: Language): RenderedMail {
  const example = exampleMails[name];
  const { bamboo } = example.values;
  // Formatted like the real values.
  const values = { ...example.values, ...(bamboo ? { bamboo: formatAmount(language, String(bamboo)) } : {}) };
  return renderMail({ to: 'maya@frens.example', language, name, ...example, values }, brand, site);
}

const all = mailNames.flatMap((name) => completeLanguages.map((language) => [name, language] as const));

it.each(all)('%s in %s has values for all its placeholders', (name, language) => {
  const { subject, html, text } = render(name, language);
  expect(`${subject}${html}${text}`).not.toContain('{{');
  expect(html).not.toContain('undefined');
});

it('has an unsubscribe link unless it was requested or protects an account', () => {
  const stoppable = mailNames.filter((name) => exampleMails[name].stopToken !== undefined);
  expect(stoppable).toEqual([
    'invitation',
    'friendMessages',
    'connectionRequests',
    'introductions',
    'introductionsAccepted',
    'introductionsMade',
    'circleInvitations',
  ]);
});

it('appears in docs/mails.html, which npm run mails writes', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/mails.html');
});

/** All mails on one page, in both languages, light and dark; each in its own frame, because a mail's CSS rules apply to a whole page. */
function page(): string {
  const sections = mailNames.map(
    (name) => `  <section>
    <h2>${name}</h2>
${completeLanguages.map((language) => shown(name, language)).join('\n')}
  </section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>All mails</title>
  <style>
    body { margin: 0 auto; padding: 16px; max-width: 1340px; font: 16px/1.5 system-ui, sans-serif }
    .frames { display: flex; flex-wrap: wrap; gap: 16px }
    iframe { width: 640px; max-width: 100%; height: 640px; border: 1px solid #8a8676 }
    pre { max-width: 640px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
  </style>
</head>
<body>
  <h1>All mails</h1>
  <p>Every mail of the site in both languages, light, dark and as text. Written by <code>npm run mails</code>; a test fails when one is another.</p>
${sections.join('\n')}
</body>
</html>
`;
}

function shown(name: MailName, language: Language): string {
  const { subject, html, text } = render(name, language);
  const frames = ['light', 'dark'].map((theme) => {
    // Independent of the reader's own theme: the dark rules apply in one frame and not in the other.
    const themed = html.replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all');
    const title = escapeHtml(`${subject} (${language}, ${theme})`);
    return `<iframe title="${title}" loading="lazy" sandbox srcdoc="${escapeHtml(themed)}"></iframe>`;
  });
  return `    <h3 lang="${language}">${escapeHtml(subject)}</h3>
    <div class="frames">${frames.join('')}</div>
    <details><summary>Text</summary><pre lang="${language}">${escapeHtml(text)}</pre></details>`;
}
