import type { JobHandler } from '../jobs/worker.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Services } from '../services.ts';
import { linkHandlers } from './address-links/send-link.ts';
import { eraseCircleHandler } from './circles/erase-circle.ts';
import { notifyOfPostHandler } from './circles/notify-of-post.ts';
import { eraseAccountHandler } from './erasure/erase-account.ts';
import { invitationHandler } from './invitations/send-invitation.ts';
import { expireSuspensionHandler } from './moderation/suspend-member.ts';
import { newsHandlers } from './notifications/mail-digest.ts';
import { countBackingsHandler } from './quotient/count-backings.ts';

/** The handlers of all kinds of jobs. */
export function jobHandlers(services: Services, mailer: Mailer): readonly JobHandler[] {
  return [
    mailer.handler,
    ...linkHandlers(services, mailer),
    invitationHandler(services, mailer),
    ...newsHandlers(services),
    countBackingsHandler(services),
    eraseAccountHandler(services),
    eraseCircleHandler(services),
    notifyOfPostHandler(services),
    expireSuspensionHandler(services),
  ];
}
