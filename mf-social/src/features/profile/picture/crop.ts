/** The part of a picture that is shown: a square around a middle, in the picture's own pixels. */
export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** 1: as much as fits; 2: half as wide. */
  readonly zoom: number;
}

export const zoomRange = { min: 1, max: 4 } as const;

/** The largest square in the middle. */
export function cropOf({ width, height }: { width: number; height: number }): Crop {
  return { width, height, x: width / 2, y: height / 2, zoom: zoomRange.min };
}

/** How wide the square is. */
export function sideOf({ width, height, zoom }: Crop): number {
  return Math.min(width, height) / zoom;
}

/**
 * Moves the picture under the square, as far as it reaches.
 *
 * @param across to the right, in widths of the square
 * @param down in heights of the square
 */
export function movePicture(crop: Crop, across: number, down: number): Crop {
  const side = sideOf(crop);
  return keepInside({ ...crop, x: crop.x - across * side, y: crop.y - down * side });
}

/** Zooms around the middle of the square. */
export function zoomTo(crop: Crop, zoom: number): Crop {
  return keepInside({ ...crop, zoom: between(zoomRange.min, zoom, zoomRange.max) });
}

/** Where the middle is, and how near, in whole percent. */
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
