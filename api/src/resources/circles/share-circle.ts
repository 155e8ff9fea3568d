import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { absent } from '../visibility/find-blocked.ts';
import { notEnded } from './circle.model.ts';
import { findCirclesOfBlocked } from './find-circle.ts';

/** The most characters of a description in a link preview. */
const maxLength = 200;

/**
 * The title and description of a circle's page for link previews (D64), which are public (D27). Null for a missing or ended circle, and for one
 * that a block hides from the reader.
 *
 * @param readerId null for a visitor
 * @param id the circle's id, 24 hexadecimal digits
 */
export async function shareCircle(
  services: Services,
  readerId: ObjectId | null,
  id: string,
): Promise<{ title: string; description: string } | null> {
  const fields = { name: 1, description: 1, ownerId: 1 };
  const circle = await services.db.models.Circle.findOne({ _id: id, ...notEnded }, fields).lean();
  const hidden = await findCirclesOfBlocked(services, readerId, [circle ?? absent(idFrom(id))]);
  if (!circle || hidden.size > 0) return null;
  const characters = [...circle.description.replaceAll(/\s+/g, ' ')];
  const isTooLong = characters.length > maxLength;
  const description = characters.slice(0, maxLength).join('') + (isTooLong ? '…' : '');
  return { title: circle.name, description };
}
