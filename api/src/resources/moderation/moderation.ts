import { newId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { ModerationActDoc } from './moderation-act.model.ts';

/** Why a moderator's command did nothing, in one sentence for them. */
export class ModerationRefusal extends Error {
  override name = 'ModerationRefusal';
  /** `missing`: there is no such thing. `done`: it is so already, be it by another moderator a moment ago. */
  readonly kind: 'missing' | 'done';

  constructor(kind: ModerationRefusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Services, and who uses them. */
export interface Moderation {
  services: Services;
  /** As the moderator is known on the machine. */
  who: string;
}

type Act = Pick<ModerationActDoc, 'act'> & Partial<Omit<ModerationActDoc, '_id' | 'at' | 'who' | 'act'>>;

/** Writes an act down, in the transaction of what it did. */
export async function writeAct({ services, who }: Moderation, act: Act): Promise<void> {
  await services.db.models.ModerationAct.create({ ...act, _id: newId(), at: services.clock.now(), who });
}
