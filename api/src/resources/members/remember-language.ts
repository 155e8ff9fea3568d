import type { Language } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { User } from './user.model.ts';

/** Keeps the language that a member's page is in: every page asks who they are, and is in the language they chose (docs/decisions/0158). */
export async function rememberLanguage(
  { db }: Pick<Services, 'db'>,
  { _id, language: before }: User,
  language: Language,
): Promise<void> {
  if (language !== before) await db.models.User.updateOne({ _id }, { language });
}
