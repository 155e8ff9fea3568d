import type { SharedPage } from '@frens/compose/server';
import type { Services } from '../services.ts';
import { shareCircle } from './circles/share-circle.ts';

const circlePath = /^(?:\/v2)?\/groups\/([0-9a-f]{24})\/?$/;

/**
 * What the page of a pathname is about, of what everybody may know: a circle. Null for all other pages, and while the database cannot be
 * asked: a page comes without it.
 */
export async function sharedPage(
  { db, log }: Pick<Services, 'db' | 'log'>,
  pathname: string,
): Promise<SharedPage | null> {
  const [, circleId] = circlePath.exec(pathname) ?? [];
  if (circleId === undefined) return null;
  try {
    const circle = await shareCircle({ db }, circleId);
    return circle && { ...circle, path: `/groups/${circleId}` };
  } catch (error) {
    log.warn({ err: error }, 'A page is sent without what it is about.');
    return null;
  }
}
