import type { Language } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { User } from './user.model.ts';

/** Stores the language of the page that a member opened: their mails use it (docs/decisions/0158). Every page load calls this. */
export async function rememberLanguage(
  { db }: Pick<Services, 'db'>,
  { _id, language: before }: User,
  language: Language,
): Promise<void> {
  if (language !== before) await db.models.User.updateOne({ _id }, { language });
}
