import type { Hue } from '@frens/platform';

/** Texts of the shared picture; the page shows them, too. */
export interface ResultWords {
  /** The site's name. */
  site: string;
  title: string;
  /** The Panda's name or a substitute. */
  name: string;
  leading: string;
  traits: readonly { label: string; value: number; hue: Hue }[];
  /** Value of a full bar, as on the page. */
  max: number;
}

export const pictureSize = { width: 1080, height: 1350 } as const;

const edge = 96;
const portrait = 480;
const bar = { top: 932, height: 14, step: 62 } as const;

/**
 * Draws a quiz result as a PNG. Nothing leaves the browser.
 *
 * @param panda the drawing shown on the page
 * @param hue hue of the leading trait
 */
export async function drawResult(panda: HTMLImageElement, hue: Hue, words: ResultWords): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, pictureSize);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw.');
  await panda.decode();
  const { colour, font, end } = lookOfPage();
  try {
    paint(pen, panda, words, hue, colour, font);
  } finally {
    end();
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (picture) => (picture ? resolve(picture) : reject(new Error('The picture was not made.'))),
      'image/png',
    );
  });
}

type Colour = (token: string) => string;
type Font = (weight: number, size: number, token?: '--font-text' | '--font-display') => string;

function paint(
  pen: CanvasRenderingContext2D,
  panda: HTMLImageElement,
  { site, title, name, leading, traits, max }: ResultWords,
  hue: Hue,
  colour: Colour,
  font: Font,
): void {
  const { width, height } = pictureSize;
  const middle = width / 2;
  const ground = pen.createLinearGradient(0, 0, 0, height);
  ground.addColorStop(0, colour(`--hue-${hue}-tint`));
  ground.addColorStop(1, colour('--color-paper'));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);

  pen.textAlign = 'center';
  pen.fillStyle = colour('--color-ink');
  write(pen, title, middle, 132, font(700, 60, '--font-display'));

  pen.save();
  pen.beginPath();
  pen.roundRect(middle - portrait / 2, 188, portrait, portrait, portrait * 0.22);
  pen.clip();
  pen.drawImage(panda, middle - portrait / 2, 188, portrait, portrait);
  pen.restore();

  write(pen, name, middle, 756, font(700, 64, '--font-display'));
  pen.fillStyle = colour('--color-muted');
  write(pen, leading, middle, 818, font(600, 36));

  for (const [place, { label, value, hue: own }] of traits.entries()) {
    const top = bar.top + place * bar.step;
    pen.fillStyle = colour('--color-ink');
    pen.textAlign = 'left';
    write(pen, label, edge, top - 12, font(700, 28));
    pen.textAlign = 'right';
    write(pen, String(value), width - edge, top - 12, font(700, 28));
    const whole = width - 2 * edge;
    for (const [token, length] of [
      ['--color-line', whole],
      [`--hue-${own}`, (whole * value) / max],
    ] as const) {
      pen.fillStyle = colour(token);
      pen.beginPath();
      pen.roundRect(edge, top, length, bar.height, bar.height / 2);
      pen.fill();
    }
  }

  pen.textAlign = 'center';
  pen.fillStyle = colour('--color-muted');
  write(pen, site, middle, height - 52, font(700, 32, '--font-display'));
}

/** Writes a line, condensed if it would not fit. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string): void {
  pen.font = font;
  pen.fillText(text, x, y, pictureSize.width - 2 * edge);
}

/** Computed colours and fonts of the page in the current theme: a canvas cannot resolve design tokens. */
function lookOfPage(): { colour: Colour; font: Font; end: () => void } {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  return {
    colour(token) {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    },
    font(weight, size, token = '--font-text') {
      probe.style.fontFamily = `var(${token})`;
      return `${weight} ${size}px ${getComputedStyle(probe).fontFamily}`;
    },
    end: () => probe.remove(),
  };
}
