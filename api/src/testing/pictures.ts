import sharp, { type Sharp } from 'sharp';

/** Metadata of a camera's pictures. */
const exif = {
  IFD0: { Make: 'Bamboo Optics' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '39/1 28/1 12/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 22/1 35/1',
  },
};

/** A picture, red on the left and blue on the right. */
export function twoColours(width: number, height: number): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    { input: { create: { ...half, background: 'red' } }, left: 0, top: 0 },
  ]);
}

/** A phone's photo: rotated by its EXIF orientation, with the GPS position. */
export function photoWithPlace(): Promise<Buffer> {
  return twoColours(800, 600)
    .jpeg({ quality: 90 })
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** The colour of a pixel, as red, green and blue. */
export async function colourAt(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = { left, top, width: 1, height: 1 };
  return [...(await sharp(picture).extract(pixel).removeAlpha().raw().toBuffer())];
}
