import type { Services } from '../../services.ts';
import { notEnded } from './circle.model.ts';

/** As much of a description as services show beside a link. */
const shownOfDescription = 200;

/**
 * What the HTML of a circle's page says of it to those who are sent its address (D64): name and description, which everybody may see
 * (D27). Null where there is none, or not any more.
 *
 * @param id of the circle, 24 hexadecimal digits
 */
export async function shareCircle(
  { db }: Pick<Services, 'db'>,
  id: string,
): Promise<{ title: string; description: string } | null> {
  const circle = await db.models.Circle.findOne({ _id: id, ...notEnded }, { name: 1, description: 1 }).lean();
  if (!circle) return null;
  const words = [...circle.description.replaceAll(/\s+/g, ' ')];
  const isLongRun = words.length > shownOfDescription;
  const description = words.slice(0, shownOfDescription).join('') + (isLongRun ? '…' : '');
  return { title: circle.name, description };
}
