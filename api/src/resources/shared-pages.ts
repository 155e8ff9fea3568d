import type { SharedPage } from '@frens/compose/server';
import type { Services } from '../services.ts';
import { shareCircle } from './circles/share-circle.ts';

const circlePath = /^(?:\/v2)?\/groups\/([^/]+)\/?$/;

/**
 * What the page of a pathname is about, of what everybody may know: a circle, or that there is none, or not any more. Null for all other pages,
 * and while the database cannot be asked: a page comes without it.
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
