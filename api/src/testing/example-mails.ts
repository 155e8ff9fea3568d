import type { Mail, MailName } from '../mail/mail-job.ts';

type Example = Pick<Mail, 'path' | 'values' | 'stopToken'>;

const name = 'Maya Okafor';
const link = (parameter: string): Pick<Example, 'path'> => ({
  path: `/auth?${parameter}=${'k3Vd9Qx1'.repeat(5)}xyz`,
});

/** Example values for every mail. A new mail does not compile without them, and appears in docs/mails.html. */
export const exampleMails: Record<MailName, Example> = {
  accountExists: { path: '/auth', values: { name } },
  confirmAddress: { ...link('confirm'), values: { bamboo: '25.00', hours: 24 } },
  magicLink: { ...link('token'), values: { minutes: 15 } },
  sharedAddress: { ...link('token'), values: { name, minutes: 15 } },
  passwordRemoved: { path: '/dashboard', values: { name } },
  passwordChanged: { path: '/auth?tab=forgot', values: { name } },
  newBrowser: { path: '/privacy-settings#security', values: { name, browser: 'Firefox, Linux' } },
  resetPassword: { ...link('reset'), values: { name, minutes: 30 } },
  changeEmail: { ...link('change'), values: { minutes: 60 } },
  emailChanging: { ...link('undo'), values: { name, other: 'maya@new.example', days: 7 } },
  emailRestored: { path: '/auth?tab=forgot', values: { name } },
  emailReplaced: { path: '/auth', values: { name } },
  accountEnding: { ...link('keep'), values: { name, days: 7 } },
  accountKept: { path: '/auth?tab=forgot', values: { name } },
  accountSuspended: {
    path: '/auth',
    values: {
      name,
      reason: 'Links to shops, again and again.',
      end: 'until December 1, 2026',
      contact: 'hello@frens.example',
    },
  },
  accountRestored: { path: '/auth', values: { name } },
  invitation: {
    path: '/auth?invite=k3Vd9Qx1LmTz7RwY',
    values: { name, days: 30 },
    stopToken: 'k3Vd9Qx1.LmTz7RwY',
  },
  friendMessages: {
    path: '/frens/olu.adeyemi',
    values: { name, from: 'Olu Adeyemi' },
    stopToken: 'mailMessages.k3Vd9Qx1.LmTz7RwY',
  },
  connectionRequests: {
    path: '/frens/olu.adeyemi',
    values: { name, from: 'Olu Adeyemi' },
    stopToken: 'mailRequests.k3Vd9Qx1.LmTz7RwY',
  },
  introductions: {
    path: '/dashboard?tab=matches',
    values: { name, from: 'Ana Silva', other: 'Olu Adeyemi' },
    stopToken: 'mailIntroductions.k3Vd9Qx1.LmTz7RwY',
  },
  introductionsAccepted: {
    path: '/frens/olu.adeyemi',
    values: { name, other: 'Olu Adeyemi' },
    stopToken: 'mailIntroductions.k3Vd9Qx1.LmTz7RwY',
  },
  introductionsMade: {
    path: '/dashboard',
    values: { name, pairs: 'Ana Silva + Olu Adeyemi' },
    stopToken: 'mailIntroductions.k3Vd9Qx1.LmTz7RwY',
  },
  circleInvitations: {
    path: '/groups/k3Vd9Qx1',
    values: { name, from: 'Olu Adeyemi', circle: 'Sunday Soup' },
    stopToken: 'mailInvitations.k3Vd9Qx1.LmTz7RwY',
  },
};
