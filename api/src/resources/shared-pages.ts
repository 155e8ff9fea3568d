import type { SharedPage } from '@frens/compose/server';
import type { Services } from '../services.ts';
import { shareCircle } from './circles/share-circle.ts';

const circlePath = /^(?:\/v2)?\/groups\/([^/]+)\/?$/;

/**
 * The public title and description of a circle's page, for link previews. Returns `'missing'` where no such circle exists any more.
 * Returns null for all other pages, and when the database fails: the page is then sent without a preview.
 */
export async function sharedPage(
  { db, log }: Pick<Services, 'db' | 'log'>,
  pathname: string,
): Promise<SharedPage | 'missing' | null> {
  const [, circleId] = circlePath.exec(pathname) ?? [];
  if (circleId === undefined) return null;
  try {
    const circle = /^[0-9a-f]{24}$/.test(circleId) ? await shareCircle({ db }, circleId) : null;
    return circle ? { ...circle, path: `/groups/${circleId}` } : 'missing';
  } catch (error) {
    log.warn({ err: error }, 'A page is sent without what it is about.');
    return null;
  }
}
