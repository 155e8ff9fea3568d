import type { Language } from '@frens/contract';
import type { Services } from '../../services.ts';
import { askForLink } from '../address-links/send-link.ts';
import type { User } from './user.model.ts';

/** Sends the link that confirms a member's address (D7). */
export async function sendConfirmation(
  services: Services,
  { _id, email }: Pick<User, '_id' | 'email'>,
  language: Language,
): Promise<void> {
  await askForLink(services, { purpose: 'confirm', email, language, userId: String(_id) });
}
