import { escapeHtml } from '@frens/contract/escape-html';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { isLoopback } from '../config.ts';
import { isForwarded } from '../forwarding.ts';
import type { RenderedMail } from './render-mail.ts';

export interface OutboxMail extends RenderedMail {
  id: string;
  to: string;
  at: Date;
}

/** The latest mails of a development server, in memory, newest first. */
export class Outbox {
  readonly mails: OutboxMail[] = [];

  #notify: (mail: OutboxMail) => void = () => {};

  /** Subscribes to new mails. */
  follow(notify: (mail: OutboxMail) => void): void {
    this.#notify = notify;
  }

  put(mail: OutboxMail): void {
    this.#notify(mail);
    this.mails.unshift(mail);
    this.mails.length = Math.min(this.mails.length, 100);
  }
}

/**
 * Binds `/dev/outbox`: a development server's unsent mails, as a page, and as JSON for tests. Only for clients on this machine that
 * also address it by a local name, which prevents DNS rebinding.
 */
export function bindOutbox<State>(router: Router<State>, outbox: Outbox): void {
  const isOurs = (ctx: Koa.Context) =>
    isLoopback(ctx.req.socket.remoteAddress ?? '') && isLoopback(ctx.hostname) && !isForwarded(ctx);
  router.get('/dev/outbox', (ctx, next) => {
    if (!isOurs(ctx)) return next();
    ctx.set('Cache-Control', 'no-store');
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = outbox.mails;
      return undefined;
    }
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    ctx.type = 'html';
    ctx.body = list(outbox.mails);
    return undefined;
  });
  router.get('/dev/outbox/:id', (ctx, next) => {
    const mail = isOurs(ctx) ? outbox.mails.find(({ id }) => id === ctx.params.id) : undefined;
    if (!mail) return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    ctx.type = 'html';
    ctx.body = mail.html;
    return undefined;
  });
}

function list(mails: readonly OutboxMail[]): string {
  const rows = mails.map(
    ({ id, to, at, subject }) =>
      `<li><a href="/dev/outbox/${id}"><strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to)}</span><time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Outbox</title>
  <style>${styles}</style>
</head>
<body>
  <h1>Outbox</h1>
  <p>Mails that this development server keeps to itself, newest first. Set SMTP_URL to send them.</p>
  ${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p class="empty">No mail yet. Register, or ask for a link to sign in.</p>'}
</body>
</html>
`;
}

// The same colours as in mails.
const styles = `
  :root { color-scheme: light dark; --ink: light-dark(#1b2420, #eef2ec); --muted: light-dark(#55615a, #a9b5ad); --line: light-dark(#d9d3c4, #33403a); --bamboo: light-dark(#276f44, #6cc48d) }
  body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; background: light-dark(#fbf8f1, #121815); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
  p { color: var(--muted) }
  ul { margin: 0; padding: 0; list-style: none }
  li a, .empty { display: grid; gap: 2px; margin-block: 12px; padding: 16px 20px; border: 1px solid var(--line); border-radius: 16px; background: light-dark(#ffffff, #1a221e); color: var(--muted); font-size: 14px; overflow-wrap: anywhere; text-decoration: none }
  strong { color: var(--bamboo); font-size: 16px }
  li a:hover strong { text-decoration: underline }
  :focus-visible { outline: 2px solid var(--bamboo); outline-offset: 2px }`;
