import { newId } from '../../database/ids.ts';
import { readByRanges } from '../../database/read-by-ranges.ts';
import type { Models } from '../models.ts';
import { pointOf } from './panda-point.model.ts';

/** Gives Pandas that have no points yet one for now: of the days before nobody knows any more. Doing it again changes nothing. */
export async function beginPoints({ Panda, PandaPoint }: Models, now: Date): Promise<void> {
  for await (const pandas of readByRanges(Panda)) {
    const known = await PandaPoint.distinct('pandaId', { pandaId: { $in: pandas.map(({ _id }) => _id) } });
    const has = new Set(known.map(String));
    const begun = pandas.filter(({ _id }) => !has.has(String(_id)));
    await PandaPoint.insertMany(
      begun.map(({ _id, quotient }) => ({ _id: newId(), pandaId: _id, ...pointOf(quotient, now) })),
    );
  }
}
