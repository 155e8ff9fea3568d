import { pictureSize } from '@frens/compose/server';
import { drawPanda } from '@frens/design-system/panda';
import { loadSharp } from './shape-picture.ts';

let drawn: Promise<Buffer> | undefined;

/** The social preview image (PNG), drawn once: a Panda on the site's background. It has no text, so it needs no fonts. */
export function sharePicture(): Promise<Buffer> {
  drawn ??= draw();
  drawn.catch(() => {
    drawn = undefined;
  });
  return drawn;
}

async function draw(): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = pictureSize;
  const side = 520;
  const traits = { warmth: 80, service: 60, creativity: 75, wisdom: 65, adventure: 70 };
  const panda = drawPanda({ id: 'share', traits, size: side });
  const background = { r: 251, g: 248, b: 241 };
  // Unblocks the SVG decoder for this drawing alone; uploads cannot reach it, because their signatures are checked.
  const decoder = { operation: ['VipsForeignLoadSvg'] };
  sharp.unblock(decoder);
  try {
    return await sharp({ create: { width, height, channels: 3, background } })
      .composite([{ input: Buffer.from(panda), left: (width - side) / 2, top: (height - side) / 2 }])
      .png()
      .toBuffer();
  } finally {
    sharp.block(decoder);
  }
}
