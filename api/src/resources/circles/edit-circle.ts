import type { ParsedBody } from '@frens/contract';
import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { CircleDoc } from './circle.model.ts';
import { indexCircle } from './circle-entry.ts';
import { findGatePanda } from './create-circle.ts';
import { findOwnCircle } from './find-circle.ts';

type Changes = ParsedBody<'PATCH /api/circles/:id'>;

/** Edits a circle on behalf of its owner. Members stay, whatever the new type (D32). */
export async function editCircle(
  services: Services,
  owner: User,
  circleId: ObjectId,
  { name, description, circleType, gatePandaId, gateMinAmount }: Changes,
): Promise<void> {
  const before = await findOwnCircle(services, owner._id, circleId);
  const type = circleType ?? before.circleType;
  const gate =
    type === 'stake_gated' ? await gateOf(services, before, { gatePandaId, gateMinAmount }) : noGate;
  const changed = {
    name: name ?? before.name,
    description: description ?? before.description,
    circleType: type,
    ...gate,
  };
  await services.db.models.Circle.updateOne({ _id: circleId }, { $set: changed });
  await indexCircle(services, { ...before, ...changed });
}

type Gate = Pick<CircleDoc, 'gatePandaId' | 'gateMinAmount'>;

const noGate: Gate = { gatePandaId: null, gateMinAmount: null };

/** The gate with the requested changes; omitted fields keep their values. */
async function gateOf(
  services: Services,
  before: Gate & Pick<CircleDoc, 'ownerId'>,
  { gatePandaId: pandaId, gateMinAmount: amount }: Pick<Changes, keyof Gate>,
): Promise<Gate> {
  const kept = before.gateMinAmount ?? toHundredths(limits.circles.gateDefault);
  return {
    gatePandaId: await gatePandaOf(services, before, pandaId),
    gateMinAmount: amount ? toHundredths(amount) : kept,
  };
}

/** The requested Panda. The current one may stay even if it is hidden from the owner by now. */
async function gatePandaOf(
  services: Services,
  before: Pick<CircleDoc, 'gatePandaId' | 'ownerId'>,
  pandaId: string | null | undefined,
): Promise<ObjectId | null> {
  if (pandaId === null) return null;
  const isUnchanged = pandaId === undefined || pandaId === String(before.gatePandaId);
  return isUnchanged ? before.gatePandaId : findGatePanda(services, before.ownerId, pandaId);
}
