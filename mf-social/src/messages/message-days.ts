import type { FriendMessage, Language } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';

/** Messages of one day in the reader's time zone. */
export interface MessageDay {
  /** Formatted date. */
  date: string;
  /** Set if the day is today or yesterday, relative to `now`. */
  name: 'today' | 'yesterday' | null;
  /** Oldest first. */
  messages: FriendMessage[];
}

/**
 * Groups messages by day in the reader's time zone, oldest first, as conversations are read.
 *
 * @param newestFirst in the server's order
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
