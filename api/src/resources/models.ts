import type { Connection, Schema } from 'mongoose';
import { idempotencySchema } from '../database/idempotency.model.ts';
import { siteKeySchema } from '../database/site-key.model.ts';
import { queuedWriterSchema } from '../database/write-queue.ts';
import { jobSchema } from '../jobs/job.model.ts';
import { rateLimitSchema } from '../rate-limits/rate-limit.model.ts';
import { reservedNameSchema } from './account-deletion/reserved-name.model.ts';
import { addressLinkSchema } from './address-links/address-link.model.ts';
import { blockSchema } from './blocks/block.model.ts';
import { circleSchema, membershipSchema } from './circles/circle.model.ts';
import { circleBanSchema } from './circles/circle-ban.model.ts';
import { circleEntrySchema } from './circles/circle-entry.model.ts';
import { circleInvitationSchema } from './circles/circle-invitation.model.ts';
import { circleLinkSchema } from './circles/circle-link.model.ts';
import { circlePostSchema } from './circles/circle-post.model.ts';
import { circleRequestSchema } from './circles/circle-request.model.ts';
import {
  versionFailureSchema,
  versionVisitsSchema,
  versionVitalsSchema,
} from './composition/version-reports.model.ts';
import { connectionSchema } from './connections/connection.model.ts';
import { inviteLinkSchema } from './invitations/invite-link.model.ts';
import { mailStopSchema } from './invitations/mail-stop.model.ts';
import { matchSchema } from './matches/match.model.ts';
import { memberEntrySchema } from './members/member-entry.model.ts';
import { userSchema } from './members/user.model.ts';
import { friendMessageSchema } from './messages/friend-message.model.ts';
import { moderationActSchema } from './moderation/moderation-act.model.ts';
import { notificationSchema } from './notifications/notification.model.ts';
import { cheerSchema } from './pandas/cheer.model.ts';
import { contentSchema, pandaSchema } from './pandas/panda.model.ts';
import { pandaEntrySchema } from './pandas/panda-entry.model.ts';
import { pictureSchema } from './pictures/picture.model.ts';
import { quizResultSchema } from './quiz/quiz-result.model.ts';
import { pandaPointSchema } from './quotient/panda-point.model.ts';
import { reportSchema } from './reports/report.model.ts';
import { loginFailureSchema } from './sessions/login-failure.model.ts';
import { sessionSchema } from './sessions/session.model.ts';
import { trustedDeviceSchema } from './sessions/trusted-device.model.ts';
import { backingSchema } from './stakes/backing.model.ts';
import { stakeSchema } from './stakes/stake.model.ts';
import { accountSchema, grantCounterSchema, postingSchema } from './wallet/ledger.model.ts';

/** Creates the models of one connection. They belong to a connection so that tests can use several databases in one process. */
export function createModels(connection: Connection) {
  // Transactions order the writes: no document has mongoose's version number.
  connection.plugin((schema: Schema) => schema.set('versionKey', false));
  return {
    User: connection.model('User', userSchema, 'users'),
    MemberEntry: connection.model('MemberEntry', memberEntrySchema, 'memberSearch'),
    Picture: connection.model('Picture', pictureSchema, 'pictures'),
    Session: connection.model('Session', sessionSchema, 'sessions'),
    AddressLink: connection.model('AddressLink', addressLinkSchema, 'addressLinks'),
    TrustedDevice: connection.model('TrustedDevice', trustedDeviceSchema, 'knownBrowsers'),
    HeldName: connection.model('HeldName', reservedNameSchema, 'heldNames'),
    LoginFailure: connection.model('LoginFailure', loginFailureSchema, 'loginFailures'),
    InviteLink: connection.model('InviteLink', inviteLinkSchema, 'inviteLinks'),
    MailStop: connection.model('MailStop', mailStopSchema, 'mailStops'),
    Connection: connection.model('Connection', connectionSchema, 'connections'),
    FriendMessage: connection.model('FriendMessage', friendMessageSchema, 'friendMessages'),
    Match: connection.model('Match', matchSchema, 'matches'),
    Block: connection.model('Block', blockSchema, 'blocks'),
    Report: connection.model('Report', reportSchema, 'reports'),
    ModerationAct: connection.model('ModerationAct', moderationActSchema, 'moderationActs'),
    QuizResult: connection.model('QuizResult', quizResultSchema, 'quizResults'),
    Panda: connection.model('Panda', pandaSchema, 'pandas'),
    PandaEntry: connection.model('PandaEntry', pandaEntrySchema, 'pandaSearch'),
    Content: connection.model('Content', contentSchema, 'pandaContent'),
    PandaPoint: connection.model('PandaPoint', pandaPointSchema, 'pandaPoints'),
    Cheer: connection.model('Cheer', cheerSchema, 'cheers'),
    Stake: connection.model('Stake', stakeSchema, 'stakes'),
    Backing: connection.model('Backing', backingSchema, 'backings'),
    Account: connection.model('Account', accountSchema, 'accounts'),
    Posting: connection.model('Posting', postingSchema, 'postings'),
    GrantCounter: connection.model('GrantCounter', grantCounterSchema, 'grantCounters'),
    Circle: connection.model('Circle', circleSchema, 'circles'),
    CircleEntry: connection.model('CircleEntry', circleEntrySchema, 'circleSearch'),
    Membership: connection.model('Membership', membershipSchema, 'memberships'),
    CircleRequest: connection.model('CircleRequest', circleRequestSchema, 'circleRequests'),
    CircleLink: connection.model('CircleLink', circleLinkSchema, 'circleLinks'),
    CircleInvitation: connection.model('CircleInvitation', circleInvitationSchema, 'circleInvitations'),
    CircleBan: connection.model('CircleBan', circleBanSchema, 'circleBans'),
    CirclePost: connection.model('CirclePost', circlePostSchema, 'circleNotices'),
    Notification: connection.model('Notification', notificationSchema, 'notifications'),
    VersionVisits: connection.model('VersionVisits', versionVisitsSchema, 'versionVisits'),
    VersionFailure: connection.model('VersionFailure', versionFailureSchema, 'versionFailures'),
    VersionVitals: connection.model('VersionVitals', versionVitalsSchema, 'versionVitals'),
    Job: connection.model('Job', jobSchema, 'jobs'),
    SiteKey: connection.model('SiteKey', siteKeySchema, 'siteKeys'),
    RateLimit: connection.model('RateLimit', rateLimitSchema, 'rateLimits'),
    Idempotency: connection.model('Idempotency', idempotencySchema, 'idempotency'),
    WaitingWriter: connection.model('WaitingWriter', queuedWriterSchema, 'waitingWriters'),
  };
}

export type Models = ReturnType<typeof createModels>;
