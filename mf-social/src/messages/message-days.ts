import type { FriendMessage, Language } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';

/** What was written on one day of the reader's. */
export interface MessageDay {
  /** How the day is written. */
  date: string;
  /** Whether it is the day of `now`, or the one before. */
  name: 'today' | 'yesterday' | null;
  /** Oldest first. */
  messages: FriendMessage[];
}

/**
 * Parts a list by the days of its reader, oldest first: the way a conversation is read.
 *
 * @param newestFirst as lists come
 */
export function byDay(newestFirst: readonly FriendMessage[], language: Language, now: Date): MessageDay[] {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const names = new Map<string, MessageDay['name']>([
    [formatDay(language, yesterday.toISOString()), 'yesterday'],
    [formatDay(language, now.toISOString()), 'today'],
  ]);
  const days: MessageDay[] = [];
  for (const message of newestFirst.toReversed()) {
    const date = formatDay(language, message.createdAt);
    const last = days.at(-1);
    if (last?.date === date) last.messages.push(message);
    else days.push({ date, name: names.get(date) ?? null, messages: [message] });
  }
  return days;
}
