import { escapeHtml } from '@frens/contract/escape-html';

interface Layout {
  language: string;
  site: string;
  subject: string;
  paragraphs: readonly string[];
  action: { label: string; link: string };
  orOpen: string;
  footer: string;
  /** The unsubscribe link, if the mail has one. */
  stop: { label: string; link: string } | null;
}

// The site's colours (design-system/tokens/themes) as literals: mail programs do not support custom properties.
const light = { paper: '#fbf8f1', surface: '#ffffff', ink: '#1b2420', muted: '#55615a', line: '#d9d3c4' };
const dark = { paper: '#121815', surface: '#1a221e', ink: '#eef2ec', muted: '#a9b5ad', line: '#33403a' };
const bamboo = { light: '#2b7a4b', onLight: '#ffffff', dark: '#6cc48d', onDark: '#0c1f14' };

// Every mail program supports inline styles; only some also apply these rules for dark mode.
const darkRules = `
  .paper { background: ${dark.paper} !important }
  .card { background: ${dark.surface} !important; border-color: ${dark.line} !important }
  .ink { color: ${dark.ink} !important }
  .muted { color: ${dark.muted} !important }
  .accent { color: ${bamboo.dark} !important }
  .button { background: ${bamboo.dark} !important; color: ${bamboo.onDark} !important }`;

/** The layout of all mails: the site's name, a card with one action, and why the member gets the mail. */
export function layout({
  language,
  site,
  subject,
  paragraphs,
  action,
  orOpen,
  footer,
  stop,
}: Layout): string {
  const font = "font-family: Figtree, 'Segoe UI', system-ui, sans-serif; overflow-wrap: anywhere";
  const body = paragraphs
    .map(
      (paragraph) =>
        `<p class="ink" style="margin: 0 0 16px; ${font}; font-size: 16px; line-height: 1.55; color: ${light.ink}">${escapeHtml(paragraph)}</p>`,
    )
    .join('\n        ');
  const link = escapeHtml(action.link);
  const way = stop
    ? `<br><a class="accent" href="${escapeHtml(stop.link)}" style="color: ${bamboo.light}">${escapeHtml(stop.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${escapeHtml(subject)}</title>
  <style>:root { color-scheme: light dark } @media (prefers-color-scheme: dark) {${darkRules}
  }</style>
</head>
<body class="paper" style="margin: 0; background: ${light.paper}">
  <main>
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr><td class="paper" align="center" style="padding: 32px 16px; background: ${light.paper}">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 520px">
      <tr><td class="accent" style="padding: 0 4px 16px; ${font}; font-size: 20px; font-weight: 700; color: ${bamboo.light}">${escapeHtml(site)}</td></tr>
      <tr><td class="card" style="padding: 32px 28px; background: ${light.surface}; border: 1px solid ${light.line}; border-radius: 16px">
        <h1 class="ink" style="margin: 0 0 16px; ${font}; font-size: 24px; line-height: 1.25; color: ${light.ink}">${escapeHtml(subject)}</h1>
        ${body}
        <p style="margin: 24px 0"><a class="button" href="${link}" style="display: inline-block; padding: 13px 24px; border-radius: 999px; background: ${bamboo.light}; color: ${bamboo.onLight}; ${font}; font-size: 16px; font-weight: 600; text-decoration: none">${escapeHtml(action.label)}</a></p>
        <p class="muted" style="margin: 0; ${font}; font-size: 13px; line-height: 1.5; color: ${light.muted}">${escapeHtml(orOpen)}<br><a class="accent" href="${link}" style="color: ${bamboo.light}; word-break: break-all">${link}</a></p>
      </td></tr>
      <tr><td class="muted" style="padding: 16px 4px 0; ${font}; font-size: 13px; line-height: 1.5; color: ${light.muted}">${escapeHtml(footer)}${way}</td></tr>
      </table>
    </td></tr>
  </table>
  </main>
</body>
</html>
`;
}
