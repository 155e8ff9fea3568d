import type { JobHandler } from '../jobs/worker.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Services } from '../services.ts';
import { linkHandler } from './address-links/send-link.ts';
import { eraseCircleHandler } from './circles/erase-circle.ts';
import { tellOfNoticeHandler } from './circles/tell-of-notice.ts';
import { eraseAccountHandler } from './erasure/erase-account.ts';
import { invitationHandler } from './invitations/send-invitation.ts';
import { expireSuspensionHandler } from './moderation/suspend-member.ts';
import { newsHandlers } from './notifications/mail-news.ts';
import { countBackingsHandler } from './quotient/count-backings.ts';

/** Everything the worker can do. */
export function jobHandlers(services: Services, mailer: Mailer): readonly JobHandler[] {
  return [
    mailer.handler,
    linkHandler(services, mailer),
    invitationHandler(services, mailer),
    ...newsHandlers(services),
    countBackingsHandler(services),
    eraseAccountHandler(services),
    eraseCircleHandler(services),
    tellOfNoticeHandler(services),
    expireSuspensionHandler(services),
  ];
}
