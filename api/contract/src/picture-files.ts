/** The two stored sizes of a profile picture: squares, in pixels (D15). */
export const pictureSizes = { large: 512, small: 96 } as const;

export type PictureSize = keyof typeof pictureSizes;

/** Path of a picture: the value of `profileImage`, or its small size. */
export function picturePath(name: string, size: PictureSize = 'large'): string {
  return `/media/pictures/${name}${size === 'small' ? '-small' : ''}.webp`;
}

/**
 * Both sizes as a `srcset`; undefined if the URL
 * is not a member's picture.
 *
 * @param address `profileImage` of a member, or the drawing of their Panda
 */
export function pictureSources(address: string | null | undefined): string | undefined {
  const name = /^\/media\/pictures\/([0-9a-f]{32})\.webp$/.exec(address ?? '')?.[1];
  if (name === undefined) return undefined;
  // Safe: the keys of an object literal are its own.
  const sizes = Object.entries(pictureSizes) as Array<[PictureSize, number]>;
  return sizes.map(([size, pixels]) => `${picturePath(name, size)} ${pixels}w`).join(', ');
}

/** Name of the neutral Panda for members without a visible one: the same for all, so that it reveals nothing (D16). */
export const neutralPanda = 'neutral';

/** Path of a drawing, by its name. */
export const drawingPath = (name: string) => `/media/drawings/${name}.svg`;

/** A member's avatar: their picture, otherwise their Panda's drawing, otherwise the neutral one. Spread it into an `Avatar`. */
export function memberPicture({
  profileImage,
  pandaImage,
}: {
  profileImage: string;
  pandaImage: string | null;
}): {
  src: string;
  srcSet: string | undefined;
} {
  const src = profileImage || pandaImage || drawingPath(neutralPanda);
  return { src, srcSet: pictureSources(src) };
}

/** Parses a picture's file name; null if it is none. */
export function readPictureFile(file: string): { name: string; size: PictureSize } | null {
  const [, name, small] = /^([0-9a-f]{32})(-small)?\.webp$/.exec(file) ?? [];
  return name === undefined ? null : { name, size: small ? 'small' : 'large' };
}
