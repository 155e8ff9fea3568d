import { colours, ellipse, type Face, head, ink, inkSoft, leaf, line, paper, path, shade } from './figure.ts';

export const face = (mood: Face['mood'], more: Partial<Face> = {}): Face => ({
  mood,
  ears: 'warmth',
  patches: 'warmth',
  blush: '#f4a08a',
  look: 0,
  width: 0.3,
  spread: 0,
  ...more,
});

export const place = (x: number, y: number, scale: number, drawing: string, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${scale})${turn ? ` rotate(${turn} 64 88)` : ''}">${drawing}</g>`;

export const arm = (d: string) => (d === '' ? '' : line(d, ink, 19));

/** A sitting panda in a box of about 128 × 152 units, with the given arms and held object. */
export function sitting(looks: Face, left: string, right: string, tilt = 0, held = ''): string {
  return (
    path('M26 124C24 102 40 84 64 84S104 102 102 124C101 142 86 148 64 148S27 142 26 124Z', paper) +
    path(
      'M102 124C101 142 86 148 64 148C58 148 52 147.5 47 146C74 146 90 132 95 104C99.5 110 102.5 116 102 124Z',
      shade,
    ) +
    path('M27 112C30 95 43 84 64 84S98 95 101 112C90 101 79 98 64 98S38 101 27 112Z', ink) +
    ellipse(37, 142, 17, 13, ink, -14) +
    ellipse(91, 142, 17, 13, ink, 14) +
    ellipse(35, 143, 8, 6.4, inkSoft, -14) +
    ellipse(93, 143, 8, 6.4, inkSoft, 14) +
    `<g transform="rotate(${tilt} 64 88)">${head(looks)}</g>` +
    held +
    arm(left) +
    arm(right)
  );
}

export const downLeft = 'M37 100Q27 110 29 124';
export const downRight = 'M91 100Q101 110 99 124';

export function stalk(
  x: number,
  bottom: number,
  top: number,
  width: number,
  fill: string,
  joint: string,
): string {
  let out = line(`M${x} ${bottom}V${top}`, fill, width);
  for (let y = bottom - 26; y > top; y -= 34) out += line(`M${x - width / 2} ${y}h${width}`, joint, 2);
  return out;
}

export const { strong: green, dark: darkGreen } = colours.service;

export const sprout = (x: number, y: number, size = 26) =>
  line(`M${x} ${y}v${-size * 0.6}`, darkGreen, 3) +
  leaf(x, y - size * 0.5, size, 48, green) +
  leaf(x, y - size * 0.5, size, -48, darkGreen);

export const book = (cover: string) =>
  path(
    'M27 104C40 99 56 101 64 106C72 101 88 99 101 104V139C88 135 72 136 64 140C56 136 40 135 27 139Z',
    cover,
  ) +
  path('M33 105C44 101 56 102 64 107V133C56 129 44 129 33 132Z', paper) +
  path('M95 105C84 101 72 102 64 107V133C72 129 84 129 95 132Z', shade) +
  line(
    'M39 111c6 -2 13 -1.5 19 1M39 118c6 -2 13 -1.5 19 1M70 112c6 -2.5 13 -3 19 -1M70 119c6 -2.5 13 -3 19 -1',
    '#b9b0a0',
    2,
  );

/** A spark between friends. No heart, which would suggest dating. */
export const spark = (x: number, y: number, size: number, fill: string) =>
  `<path transform="translate(${x} ${y - 4 * size}) scale(${size})" d="M0 -10C1.2 -3 3 -1.2 10 0C3 1.2 1.2 3 0 10C-1.2 3 -3 1.2 -10 0C-3 -1.2 -1.2 -3 0 -10Z" fill="${fill}"/>`;

export function scarf(fill: string, dark: string): string {
  return (
    path('M33 84C45 96 83 96 95 84C99 88 99 94 95 97C80 107 48 107 33 97C29 94 29 88 33 84Z', fill) +
    path('M82 97C88 96 93 98 94 102L97 125C93 128 86 128 82 126Z', fill) +
    line('M46 92.5l-3 9M58 96l-1.5 9M70 96l1.5 9M83 115l12 -1', dark, 2.4)
  );
}
