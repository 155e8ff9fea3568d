import { findToken, mostUploadBytes, publishFor, runWords, type Token, Upload } from '@frens/compose/server';
import { Refusal, type SiteStore } from '@frens/compose/store';
import { errorCodes } from '@frens/contract/errors';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { z } from 'zod';
import { minute } from '../clock.ts';
import { AppError, tooMany } from '../errors.ts';
import type { CountedVersion } from '../metrics/count-versions.ts';
import { collect } from '../middleware/read-body.ts';
import type { Limiter } from '../rate-limits/limiter.ts';
import { aside } from '../request-context.ts';
import type { RequestState } from '../state.ts';

/**
 * How many publishing calls a minute takes of one token, since what is published is compressed here, and of those without a right one in one
 * network: they use up nobody's.
 */
const callsPerMinute = { run: 60, versions: 12 };
/** How long an upload may be on its way. */
const uploadWithin = 2 * minute;
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

/** What is published to, and what is told of it. */
export interface Publishing {
  store: SiteStore;
  /** What pages of this site have told of versions. */
  counted: () => Promise<CountedVersion[]>;
}

/**
 * `/compose/…`: what `npm run compose -- --at SITE` asks, for whoever brings a token (docs/decisions/0202). No cookie is read, so no page can ask in
 * somebody's name; the token is looked at before the body is.
 */
export function bindPublishing(
  router: Router<RequestState>,
  { limiter }: { limiter: Limiter },
  { store, counted }: Publishing,
): void {
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
      const { passed, resetMs } = await limiter.count({
        name: token ? `publishing ${call}` : `refused ${call}`,
        who: token?.name ?? ctx.state.network ?? 'unknown',
        points: callsPerMinute[call],
        seconds: 60,
      });
      if (!passed) throw tooMany(resetMs / 1000);
      if (!token) throw new AppError(401, errorCodes.signedOut);
      const body = schema.safeParse(await readJson(ctx, mostBytes));
      if (!body.success) throw new AppError(400, errorCodes.invalid);
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

async function readJson(ctx: Koa.Context, mostBytes: number): Promise<unknown> {
  try {
    if (!ctx.is('json')) throw new AppError(415, errorCodes.unsupportedMediaType);
    return JSON.parse((await aside(collect(ctx.req, uploadWithin, mostBytes))).toString());
  } catch (error) {
    // What is left of the body is not read: the connection cannot carry another request.
    if (!ctx.req.complete) ctx.set('Connection', 'close');
    if (error instanceof SyntaxError) throw new AppError(400, errorCodes.invalid);
    throw error;
  }
}
