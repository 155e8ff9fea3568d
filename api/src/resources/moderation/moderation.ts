import { newId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { ModerationActDoc } from './moderation-act.model.ts';

/** Why a moderation command did nothing, as one sentence for the moderator. */
export class ModerationRefusal extends Error {
  override name = 'ModerationRefusal';
  /** `missing`: the target does not exist. `done`: the target is in that state already, perhaps set by another moderator. */
  readonly kind: 'missing' | 'done';

  constructor(kind: ModerationRefusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The services, and the moderator who uses them. */
export interface Moderation {
  services: Services;
  /** The moderator's user name on the machine. */
  who: string;
}

type Act = Pick<ModerationActDoc, 'act'> & Partial<Omit<ModerationActDoc, '_id' | 'at' | 'who' | 'act'>>;

/** Appends an act to the audit log, in the transaction of its effect. */
export async function writeAct({ services, who }: Moderation, act: Act): Promise<void> {
  await services.db.models.ModerationAct.create({ ...act, _id: newId(), at: services.clock.now(), who });
}
