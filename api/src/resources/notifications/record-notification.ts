import type { Language, Notification } from '@frens/contract';
import { messageText } from '@frens/contract/messages';
import { circlePath, personPath } from '@frens/contract/page-paths';
import type { MailPath } from '@frens/contract/site-path';
import { serverLimits } from '../../limits.ts';
import type { Mail } from '../../mail/mail-job.ts';
import { readsAsLink } from '../../mail/reads-as-link.ts';
import type { NewsKind } from '../notification-settings/notification-settings.policy.ts';
import type { News } from './load-notifications.ts';

type Written = Pick<Mail, 'name' | 'path' | 'values'>;
type Writer = (items: readonly Notification[], language: Language) => Written;

/** The mail of each kind of news. Mails name the actors, but never quote texts: those stay behind the sign-in. */
const writers: Record<NewsKind, Writer> = {
  request: (items, language) => ({
    name: 'connectionRequests',
    path: profilePathOf(actorsOf(items)) ?? '/dashboard?tab=connections#requests',
    values: { from: formatNames(namesOf(actorsOf(items)), language, 'news.aFren') },
  }),
  message: (items, language) => ({
    name: 'friendMessages',
    path: profilePathOf(actorsOf(items)) ?? '/dashboard?tab=connections#friends',
    values: { from: formatNames(namesOf(actorsOf(items)), language, 'messages.aFriend') },
  }),
  suggestion: (items, language) => ({
    name: 'introductions',
    path: '/dashboard?tab=matches#introductions',
    values: {
      from: formatNames(namesOf(actorsOf(items)), language, 'messages.aFriend'),
      other: formatNames(namesOf(othersOf(items)), language, 'news.aFren'),
    },
  }),
  suggestionAccepted: (items, language) => ({
    name: 'introductionsAccepted',
    path: profilePathOf(actorsOf(items)) ?? '/dashboard?tab=connections#requests',
    values: { other: formatNames(namesOf(actorsOf(items)), language, 'news.aFren') },
  }),
  introductionMade: (items, language) => ({
    name: 'introductionsMade',
    path: '/dashboard',
    values: { pairs: formatNames(pairsOf(items, language), language, 'news.aFren') },
  }),
  circleInvitation: (items, language) => {
    const circles = [
      ...new Map(items.flatMap(({ circle }) => (circle ? [[circle.id, circle]] : []))).values(),
    ];
    const [first, ...others] = circles;
    return {
      name: 'circleInvitations',
      path: first && others.length === 0 ? circlePath(first.id) : '/notifications',
      values: {
        from: formatNames(namesOf(actorsOf(items)), language, 'messages.aFriend'),
        circle: formatNames(namesOf(circles), language, 'news.aCircle'),
      },
    };
  },
};

/** Writes the mail about one kind of news, in a language. */
export function writeNews({ kind, items }: News, language: Language): Written {
  return writers[kind](items, language);
}

type Actor = NonNullable<Notification['actor']>;

/** The distinct actors, the latest first. */
function actorsOf(items: readonly Notification[]): Actor[] {
  return [...new Map(items.flatMap(({ actor }) => (actor ? [[actor.id, actor]] : []))).values()];
}

function othersOf(items: readonly Notification[]) {
  return [...new Map(items.flatMap(({ other }) => (other ? [[other.id, other]] : []))).values()];
}

/** The page of the only actor; null when there are several. */
function profilePathOf([first, ...others]: readonly Actor[]): MailPath | null {
  return first && others.length === 0 ? personPath(first.username) : null;
}

/** Names as mails may contain them: a name that mail clients would turn into a link becomes empty (docs/decisions/0116). */
function namesOf(named: ReadonlyArray<{ name: string }>): string[] {
  return named.map(({ name }) => (readsAsLink(name) ? '' : name));
}

/** The two new friends of each introduction, as "A + B". */
function pairsOf(items: readonly Notification[], language: Language): string[] {
  return items.map(({ actor, other }) => {
    const [one = '', two = ''] = namesOf([actor ?? { name: '' }, other ?? { name: '' }]);
    const aFren = messageText(language, 'news.aFren');
    return one || two ? `${one || aFren} + ${two || aFren}` : '';
  });
}

type Unnamed = 'messages.aFriend' | 'news.aFren' | 'news.aCircle';

/** The first few names as a list in a sentence, or the text `unnamed` when no name may appear. */
function formatNames(names: readonly string[], language: Language, unnamed: Unnamed): string {
  const some = names.slice(0, serverLimits.newsMail.named).filter((name) => name !== '');
  if (some.length === 0) return messageText(language, unnamed);
  const all = some.length < names.length ? [...some, messageText(language, 'messages.others')] : some;
  return new Intl.ListFormat(language).format(all);
}
