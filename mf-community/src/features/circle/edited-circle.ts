import type { CirclePage } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { writeAmount } from '@frens/contract/typed-amount';
import { currentLanguage } from '@frens/platform';
import type { TypedCircle } from '../../circles/circle-form.tsx';

/** Values of the edit form. */
export interface EditedCircle extends TypedCircle {
  /** Stored values when the form opened. Fields that differ are the owner's changes. */
  opened: TypedCircle;
}

/** Initial form values, from the stored circle. */
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

/** The changed fields only, so that concurrent changes in another tab survive. */
export function changesOf<Circle extends object>(before: object, typed: Circle): Partial<Circle> {
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(typed).filter(([name, value]) => was.get(name) !== value);
  // Safe: the entries are some of its fields.
  return Object.fromEntries(changed) as Partial<Circle>;
}

/** Rebases a restored draft: the owner's changes win, all other fields take the stored value. */
export function rebaseDraft({ opened, ...typed }: EditedCircle, circle: CirclePage): EditedCircle {
  const now = draftOf(circle);
  return { ...now, ...changesOf(opened, typed) };
}
