import type { Router } from '@koa/router';
import type Koa from 'koa';
import { isLoopback } from '../config.ts';
import { escapeHtml } from '../escape-html.ts';
import type { RenderedMail } from './render-mail.ts';

export interface OutboxMail extends RenderedMail {
  id: string;
  to: string;
  at: Date;
}

/** The last mails of a development server, in memory, newest first. */
export class Outbox {
  readonly mails: OutboxMail[] = [];

  put(mail: OutboxMail): void {
    this.mails.unshift(mail);
    this.mails.length = Math.min(this.mails.length, 100);
  }
}

/**
 * `/dev/outbox`: the mails that a development server has not sent, as a page, and as JSON for tests. Only for callers on
 * this machine who also name it so: a page elsewhere cannot reach it by a name of its own that points here.
 */
export function bindOutbox<State>(router: Router<State>, outbox: Outbox): void {
  const isOurs = (ctx: Koa.Context) =>
    isLoopback(ctx.req.socket.remoteAddress ?? '') &&
    isLoopback(ctx.hostname) &&
    ctx.get('X-Forwarded-For') === '';
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
      `<li><a href="/dev/outbox/${id}">${escapeHtml(subject)}</a><br><small>${escapeHtml(to)} · ${at.toISOString()}</small></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Outbox</title>
<style>body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem } li { margin-block: 0.75rem }</style>
</head><body><h1>Outbox</h1><p>Mails of this development server. Set SMTP_URL to send them.</p>
${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>No mail yet.</p>'}</body></html>`;
}
