/** The two forms in which a profile picture is kept: squares of so many pixels (D15). */
export const pictureSizes = { large: 512, small: 96 } as const;

export type PictureSize = keyof typeof pictureSizes;

/** Where a picture lies: what `profileImage` holds, or its small form. */
export function picturePath(name: string, size: PictureSize = 'large'): string {
  return `/media/pictures/${name}${size === 'small' ? '-small' : ''}.webp`;
}

/**
 * Both forms as `srcset` writes them, for browsers to choose from by the size on the screen; undefined where an address
 * is no picture of a member.
 *
 * @param address `profileImage` of a member, or the drawing of their Panda
 */
export function pictureSources(address: string | null | undefined): string | undefined {
  const name = /^\/media\/pictures\/([0-9a-f]{32})\.webp$/.exec(address ?? '')?.[1];
  if (name === undefined) return undefined;
  // True because the keys of an object literal are its own.
  const sizes = Object.entries(pictureSizes) as Array<[PictureSize, number]>;
  return sizes.map(([size, pixels]) => `${picturePath(name, size)} ${pixels}w`).join(', ');
}

/** The name of the Panda that stands for whoever has none, or shows none: the same for all of them, so that it tells nothing (D16). */
export const neutralPanda = 'neutral';

/** How a member is shown: their picture, else the drawing of their Panda, else the neutral one. Made to be spread into an `Avatar`. */
export function memberPicture({
  profileImage,
  pandaId,
  pandaImage,
}: {
  profileImage: string;
  pandaId: string | null;
  pandaImage?: string | null | undefined;
}): {
  src: string;
  srcSet: string | undefined;
} {
  const src =
    profileImage || pandaImage || `/media/pandas/${encodeURIComponent(pandaId ?? neutralPanda)}.svg`;
  return { src, srcSet: pictureSources(src) };
}

/** Which picture the last part of an address means, and in which form; null when none. */
export function readPictureFile(file: string): { name: string; size: PictureSize } | null {
  const [, name, small] = /^([0-9a-f]{32})(-small)?\.webp$/.exec(file) ?? [];
  return name === undefined ? null : { name, size: small ? 'small' : 'large' };
}
