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
 * How many publishing calls a minute takes of one token, since what is published is compressed here, and of those without a right one in one
 * network: they use up nobody's.
 */
const callsPerMinute = { run: 60, versions: 12 };
/** How long an upload may be on its way. */
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

/** What a host hands in. */
export interface PublishingOptions {
  /** What is published to. */
  store: SiteStore;
  /** The reports of versions by pages of this site. */
  counted: () => Promise<CountedVersion[]>;
  /** Counts a call, and throws where there were more than `points` in `seconds`. */
  limit(call: { name: string; who: string; points: number; seconds: number }): Promise<void>;
  /** The network that a request comes from. */
  networkOf(ctx: Koa.Context): string;
  /** Reads a whole body, and throws where it is longer or takes longer. */
  readBody(request: IncomingMessage, withinMs: number, mostBytes: number): Promise<Buffer>;
  /** What is thrown for a request without a right token (401), with another type (415) or without sense (400). */
  refuse(status: 400 | 401 | 415): Error;
}

/**
 * `/compose/…`: what `npm run compose -- --at SITE` asks, for whoever brings a token. No cookie is read, so no page can ask in
 * somebody's name; the token is looked at before the body is.
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
      // What is left of the body is not read: the connection cannot carry another request.
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
