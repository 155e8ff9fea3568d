import type { Services } from '../../services.ts';
import { notEnded } from './circle.model.ts';

/** The most characters of a description in a link preview. */
const maxLength = 200;

/**
 * The title and description of a circle's page for link previews (D64), which are public (D27). Null for a missing or ended circle.
 *
 * @param id the circle's id, 24 hexadecimal digits
 */
export async function shareCircle(
  { db }: Pick<Services, 'db'>,
  id: string,
): Promise<{ title: string; description: string } | null> {
  const circle = await db.models.Circle.findOne({ _id: id, ...notEnded }, { name: 1, description: 1 }).lean();
  if (!circle) return null;
  const characters = [...circle.description.replaceAll(/\s+/g, ' ')];
  const isTooLong = characters.length > maxLength;
  const description = characters.slice(0, maxLength).join('') + (isTooLong ? '…' : '');
  return { title: circle.name, description };
}
