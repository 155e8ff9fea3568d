/** The visible part of a picture: a square around a centre, in the picture's own pixels. */
export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** 1: the largest square; 2: half its width. */
  readonly zoom: number;
}

export const zoomRange = { min: 1, max: 4 } as const;

/** The largest centred square. */
export function cropOf({ width, height }: { width: number; height: number }): Crop {
  return { width, height, x: width / 2, y: height / 2, zoom: zoomRange.min };
}

/** Side of the square, in pixels. */
export function sideOf({ width, height, zoom }: Crop): number {
  return Math.min(width, height) / zoom;
}

/**
 * Moves the picture under the square, clamped to the picture's edges.
 *
 * @param across to the right, as a multiple of the square's side
 * @param down downwards, as a multiple of the square's side
 */
export function movePicture(crop: Crop, across: number, down: number): Crop {
  const side = sideOf(crop);
  return keepInside({ ...crop, x: crop.x - across * side, y: crop.y - down * side });
}

/** Zooms around the centre of the square. */
export function zoomTo(crop: Crop, zoom: number): Crop {
  return keepInside({ ...crop, zoom: between(zoomRange.min, zoom, zoomRange.max) });
}

/** Centre and zoom in whole per cent. */
export function percentOf({ x, y, width, height, zoom }: Crop): { x: number; y: number; zoom: number } {
  const whole = (part: number) => Math.round(part * 100);
  return { x: whole(x / width), y: whole(y / height), zoom: whole(zoom) };
}

function keepInside(crop: Crop): Crop {
  const half = sideOf(crop) / 2;
  return {
    ...crop,
    x: between(half, crop.x, crop.width - half),
    y: between(half, crop.y, crop.height - half),
  };
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));
