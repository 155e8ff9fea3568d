import type { IncomingMessage } from 'node:http';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { z } from 'zod';
import { publishFor } from '../over-site/receive-upload.ts';
import { runWords } from '../over-site/run-remote-command.ts';
import { mostUploadBytes, Upload } from '../over-site/upload.ts';
import type { CountedVersion } from '../read-health.ts';
import { Refusal } from '../refusal.ts';
import { findToken, type Token } from '../rights/tokens.ts';
import { type SiteStore } from '../store/site-store.ts';

/**
 * Rate limits per minute: per token, because the server compresses uploads; without a valid token per network, so that nobody's limit is
 * used up by others.
 */
const callsPerMinute = { run: 60, versions: 12 };
/** Time limit of an upload, in milliseconds. */
const uploadWithin = 120_000;
const mostWordBytes = 20_000;

const Words = z.strictObject({
  words: z
    .array(
      z
        .string()
        .max(500)
        .regex(/^\P{Cc}*$/u),
    )
    .min(1)
    .max(50),
});

/** What the host provides. */
export interface PublishingOptions {
  store: SiteStore;
  /** Reads what pages of this site have reported of versions. */
  counted: () => Promise<CountedVersion[]>;
  /** Counts a call; throws after more than `points` in `seconds`. */
  limit(call: { name: string; who: string; points: number; seconds: number }): Promise<void>;
  /** The network that a request comes from. */
  networkOf(ctx: Koa.Context): string;
  /** Reads a whole body; throws if it is longer or takes longer. */
  readBody(request: IncomingMessage, withinMs: number, mostBytes: number): Promise<Buffer>;
  /** Creates the error of a request without a valid token (401), with another type (415) or an invalid body (400). */
  refuse(status: 400 | 401 | 415): Error;
}

/**
 * Binds `/compose/…`, the publishing calls of the command line (`--at SITE`). They need a token and read no cookie, which rules out CSRF;
 * the token is verified before the body is read.
 */
export function bindPublishing(
  router: Pick<Router, 'post'>,
  { store, counted, limit, networkOf, readBody, refuse }: PublishingOptions,
): void {
  async function readJson(ctx: Koa.Context, mostBytes: number): Promise<unknown> {
    try {
      if (!ctx.is('json')) throw refuse(415);
      return JSON.parse((await readBody(ctx.req, uploadWithin, mostBytes)).toString());
    } catch (error) {
      // The unread rest of the body blocks the connection for further requests.
      if (!ctx.req.complete) ctx.set('Connection', 'close');
      if (error instanceof SyntaxError) throw refuse(400);
      throw error;
    }
  }

  const bind = <Body>(
    call: keyof typeof callsPerMinute,
    schema: z.ZodType<Body>,
    mostBytes: number,
    work: (token: Token, body: Body) => Promise<unknown>,
  ) =>
    router.post(`/compose/${call}`, async (ctx) => {
      ctx.state.route = `POST /compose/${call}`;
      ctx.set('Cache-Control', 'no-store');
      const [, brought = ''] = /^Bearer (\S+)$/.exec(ctx.get('Authorization')) ?? [];
      const token = await findToken(store, brought);
      await limit({
        name: token ? `publishing ${call}` : `refused ${call}`,
        who: token?.name ?? networkOf(ctx),
        points: callsPerMinute[call],
        seconds: 60,
      });
      if (!token) throw refuse(401);
      const body = schema.safeParse(await readJson(ctx, mostBytes));
      if (!body.success) throw refuse(400);
      try {
        ctx.body = await work(token, body.data);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { kind, what, reasons, instead } = error;
        ctx.status = 422;
        ctx.body = { refused: { kind, message: what, reasons, instead } };
      }
    });
  bind('run', Words, mostWordBytes, (token, { words }) => runWords(store, token, words, counted));
  bind('versions', Upload, mostUploadBytes, (token, upload) => publishFor(store, token, upload));
}
