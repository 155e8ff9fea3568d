import { minute } from '../../clock.ts';
import { readByRanges } from '../../database/read-by-ranges.ts';
import { serverLimits } from '../../limits.ts';
import type { User } from '../members/user.model.ts';
import type { Models } from '../models.ts';

/** When a mail told of messages was kept under a name of its own; all news share the hour now. */
type Before = User & { toldOfMessagesAt?: Date };

/** Lets the hour go on in which no mail of news goes to whoever has just had one of messages. */
export async function beginNews(models: Pick<Models, 'User'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - serverLimits.newsMail.minutes * minute);
  for await (const range of readByRanges<Before>(models.User))
    for (const { _id, toldOfMessagesAt, toldOfNewsAt } of range)
      if (toldOfMessagesAt && toldOfMessagesAt > since && !toldOfNewsAt)
        await models.User.updateOne({ _id }, { $set: { toldOfNewsAt: toldOfMessagesAt } });
}
