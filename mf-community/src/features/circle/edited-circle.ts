import type { CirclePage } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { writeAmount } from '@frens/contract/typed-amount';
import { currentLanguage } from '@frens/platform';
import type { TypedCircle } from '../../circles/circle-form.tsx';

/** A circle as its owner edits it. */
export interface EditedCircle extends TypedCircle {
  /** As it was stored when the form was opened: what differs from it is what its owner has changed. */
  opened: TypedCircle;
}

/** The form's first state: what is stored. */
export function draftOf(circle: CirclePage): EditedCircle {
  const { name, description, circleType, gateMinAmount, gatePandaId } = circle;
  const stored: TypedCircle = {
    name,
    description,
    circleType,
    gateMinAmount: writeAmount(currentLanguage(), gateMinAmount ?? limits.circles.gateDefault),
    gatePandaId: gatePandaId ?? '',
  };
  return { ...stored, opened: stored };
}

/** What differs, so that nobody takes back what another tab has changed meanwhile. */
export function changesOf<Circle extends object>(before: object, typed: Circle): Partial<Circle> {
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(typed).filter(([name, value]) => was.get(name) !== value);
  // True because these are some of its fields.
  return Object.fromEntries(changed) as Partial<Circle>;
}

/** A draft from before with what is stored by now in every field that its owner has not changed. */
export function freshened({ opened, ...typed }: EditedCircle, circle: CirclePage): EditedCircle {
  const now = draftOf(circle);
  return { ...now, ...changesOf(opened, typed) };
}
