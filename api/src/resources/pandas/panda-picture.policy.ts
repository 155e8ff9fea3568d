import { drawingPath } from '@frens/contract/picture-files';
import { drawingName, drawPanda } from '@frens/design-system/panda';
import type { Panda } from './panda.model.ts';

/** The address of a Panda's drawing. It names what is drawn and not whose it is (docs/decisions/0334). */
export function pictureAddressOf(panda: Panda): string {
  return drawingPath(drawingNameOf(panda));
}

/** The name of a Panda's drawing: the same as long as it looks the same. */
export function drawingNameOf(panda: Panda): string {
  return drawingName(inputsOf(panda));
}

export function drawingOf(panda: Panda): string {
  return drawPanda(inputsOf(panda));
}

function inputsOf({ _id, pictureSeed, traits, quotient }: Panda) {
  return { id: pictureSeed ?? String(_id), traits, score: Number(quotient) };
}
