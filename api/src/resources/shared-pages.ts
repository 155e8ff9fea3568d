import type { SharedPage } from '@frens/compose/server';
import { circlePath } from '@frens/contract/page-paths';
import type Koa from 'koa';
import type { Services } from '../services.ts';
import { shareCircle } from './circles/share-circle.ts';
import { findCaller } from './sessions/sessions.ts';

const circlePagePath = /^(?:\/v2)?\/groups\/([^/]+)\/?$/;

/**
 * The public title and description of a circle's page, for link previews. Returns `'missing'` where no such circle exists for the reader.
 * Returns null for all other pages, and when the database fails: the page is then sent without a preview.
 */
export async function sharedPage(
  services: Services,
  ctx: Koa.Context,
): Promise<SharedPage | 'missing' | null> {
  const [, circleId] = circlePagePath.exec(ctx.path) ?? [];
  if (circleId === undefined) return null;
  try {
    if (!/^[0-9a-f]{24}$/.test(circleId)) return 'missing';
    const reader = await findCaller(services, ctx);
    const circle = await shareCircle(services, reader?.user._id ?? null, circleId);
    return circle ? { ...circle, path: circlePath(circleId) } : 'missing';
  } catch (error) {
    services.log.warn({ err: error }, 'A page is sent without what it is about.');
    return null;
  }
}
