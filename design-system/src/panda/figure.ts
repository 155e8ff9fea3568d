import type { Trait } from './traits.ts';

// The panda's ink and paper are the same in both themes, like a print.
export const ink = '#1f2925';
export const inkSoft = '#35423c';
export const paper = '#fffdf8';
export const shade = '#f3ecdf';

/** Per trait: backgrounds, the pattern colour, and a strong colour for accessories. */
export const colours: Record<
  Trait,
  { grounds: readonly string[]; deep: string; strong: string; dark: string }
> = {
  warmth: { grounds: ['#f9c9ab', '#f7bd9f', '#fbd5b8'], deep: '#f2a47c', strong: '#d9592a', dark: '#a63c14' },
  service: {
    grounds: ['#c3e3c6', '#b3dab9', '#cfe6bd'],
    deep: '#8fc79d',
    strong: '#2f8a54',
    dark: '#1f6239',
  },
  creativity: {
    grounds: ['#d6c8f0', '#cbb9ec', '#e2c9ec'],
    deep: '#b197df',
    strong: '#7a55bd',
    dark: '#543787',
  },
  wisdom: { grounds: ['#bcddf2', '#a9d2ee', '#c4dfe6'], deep: '#83bbe0', strong: '#2a7ab5', dark: '#17547f' },
  adventure: {
    grounds: ['#f7dd9b', '#f4d083', '#f3e2a8'],
    deep: '#e5b654',
    strong: '#c98a0b',
    dark: '#8a5b00',
  },
};

/** Parameters of a face, set by traits. */
export interface Face {
  ears: Trait;
  patches: Trait;
  mood: Trait | 'asleep';
  /** Fill of inner ears and cheeks. */
  blush: string;
  /** From -1 to 1: gaze direction, head width and vertical spread. */
  look: number;
  width: number;
  spread: number;
}

/** Rounds to one decimal: the same drawing in half the bytes. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more}/>`;
}

export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function circle(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, turn = 0): string {
  const turned = turn ? ` transform="rotate(${n(turn)} ${n(x)} ${n(y)})"` : '';
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${turned}/>`;
}

/** A bamboo leaf of length `size`, starting at a point; a direction of 0 points up. */
export function leaf(x: number, y: number, size: number, turn: number, fill: string): string {
  const w = size * 0.2;
  return `<path transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})" d="M0 0C${n(-w * 1.5)} ${n(-size * 0.35)} ${n(-w)} ${n(-size * 0.75)} 0 ${n(-size)}C${n(w)} ${n(-size * 0.75)} ${n(w * 1.5)} ${n(-size * 0.35)} 0 0Z" fill="${fill}"/>`;
}

function mirrored(half: string): string {
  return `${half}<g transform="matrix(-1 0 0 1 128 0)">${half}</g>`;
}

function ears({ ears, blush, spread }: Face): string {
  const x = 35 - spread * 2.5;
  const shapes: Record<Trait, [number, number, number, number, number]> = {
    // x, y, rx, ry, rotation
    warmth: [x, 34, 14.5, 14, 0],
    service: [x + 3, 33, 12, 12, 0],
    creativity: [x - 1, 31, 11.5, 15, -24],
    wisdom: [x - 2, 37, 15, 11, -34],
    adventure: [x + 1, 31, 12.5, 15.5, 10],
  };
  const [ex, ey, rx, ry, turn] = shapes[ears];
  return mirrored(
    ellipse(ex, ey, rx, ry, ink, turn) + ellipse(ex + 1.5, ey + 2, rx * 0.52, ry * 0.52, blush, turn),
  );
}

function patches({ patches, spread }: Face): string {
  const x = 45.5 - spread;
  const half: Record<Trait, string> = {
    warmth: ellipse(x, 62, 10.5, 12.5, ink, 28),
    service: ellipse(x + 0.5, 61, 11, 11.5, ink),
    creativity: path(
      `M${n(x + 9)} 52C${n(x + 13)} 60 ${n(x + 9)} 73 ${n(x - 1)} 74C${n(x - 12)} 75 ${n(x - 13)} 64 ${n(x - 7)} 57C${n(x - 2)} 51 ${n(x + 6)} 47 ${n(x + 9)} 52Z`,
      ink,
    ),
    wisdom: ellipse(x, 63, 9.5, 13.5, ink, 14),
    adventure: path(
      `M${n(x - 10)} 53C${n(x - 3)} 47 ${n(x + 11)} 52 ${n(x + 11)} 61C${n(x + 11)} 69 ${n(x + 4)} 74 ${n(x - 4)} 74C${n(x - 13)} 74 ${n(x - 16)} 58 ${n(x - 10)} 53Z`,
      ink,
    ),
  };
  return mirrored(half[patches]);
}

function openEye(x: number, y: number, look: number, size: number): string {
  const dx = look * 1.4;
  return (
    circle(x, y, size, paper) +
    circle(x + dx, y + 0.3, size * 0.8, ink) +
    circle(x + dx - size * 0.26, y - size * 0.28, size * 0.32, paper) +
    circle(x + dx + size * 0.28, y + size * 0.38, size * 0.14, paper)
  );
}

function eyes({ mood, look, spread }: Face): string {
  const left = 46.5 - spread;
  const right = 128 - left;
  const y = 61.5;
  const shut = (x: number, up: boolean) =>
    line(
      `M${n(x - 4.6)} ${y + (up ? 1.6 : -0.6)}Q${n(x)} ${y + (up ? -4.4 : 4.6)} ${n(x + 4.6)} ${y + (up ? 1.6 : -0.6)}`,
      paper,
      2.7,
    );
  switch (mood) {
    case 'warmth':
      return shut(left, true) + shut(right, true);
    case 'service':
      return openEye(left, y, look, 5.3) + openEye(right, y, look, 5.3);
    case 'creativity':
      return openEye(left, y, look, 5.6) + shut(right, true);
    case 'wisdom':
      return openEye(left, y, look, 5) + openEye(right, y, look, 5) + glasses(left, right, y);
    case 'asleep':
      return shut(left, false) + shut(right, false);
    case 'adventure':
      return openEye(left, y - 0.4, look, 6.3) + openEye(right, y - 0.4, look, 6.3);
  }
}

function glasses(left: number, right: number, y: number): string {
  const rim = (x: number) =>
    `<circle cx="${n(x)}" cy="${y}" r="9.6" fill="#fff" fill-opacity=".1" stroke="#d9a441" stroke-width="2.2"/>`;
  return (
    rim(left) +
    rim(right) +
    line(
      `M${n(left + 9.4)} ${y - 1}Q64 ${y - 5} ${n(right - 9.4)} ${y - 1}M${n(left - 9.4)} ${y - 1.5}l-6 -2.5M${n(right + 9.4)} ${y - 1.5}l6 -2.5`,
      '#d9a441',
      2.2,
    )
  );
}

function mouth({ mood, look, blush }: Face): string {
  const nose =
    path(
      'M58.6 70.5C58.6 68.3 61 67.3 64 67.3S69.4 68.3 69.4 70.5C69.4 73 66.2 75 64 75S58.6 73 58.6 70.5Z',
      ink,
    ) + ellipse(62.6, 69.6, 1.7, 0.9, '#7d8a83');
  const smile = (w: number, deep: number) =>
    line(
      `M64 74.5V77M${n(64 - w)} 76.8Q${n(64 - w / 2)} ${n(77 + deep)} 64 77Q${n(64 + w / 2)} ${n(77 + deep)} ${n(64 + w)} 76.8`,
      ink,
      2,
    );
  const cheeks = mirrored(ellipse(36.5, 74, 6, 4, blush));
  switch (mood) {
    case 'warmth':
      return cheeks + nose + smile(7.5, 6.5);
    case 'service':
      return cheeks + nose + smile(6, 4.5);
    case 'creativity':
      return (
        cheeks +
        nose +
        line(`M64 74.5V77M58.5 78Q65 83.5 71.5 76.5`, ink, 2) +
        path('M65.5 80.6C66 84.5 70.5 84 70.3 79.2Z', '#e8776a')
      );
    case 'wisdom':
    case 'asleep':
      return (
        cheeks + nose + line(`M64 74.5V76.5M${n(59.5 + look)} 77.8Q64 81.8 ${n(68.5 + look)} 77.8`, ink, 2)
      );
    case 'adventure':
      return (
        cheeks +
        nose +
        path('M56.5 76.6C59 77.8 69 77.8 71.5 76.6C72.5 83.5 68.5 86.3 64 86.3S55.5 83.5 56.5 76.6Z', ink) +
        path('M59.5 83C61 80.6 67 80.6 68.5 83C67.5 85 66 85.6 64 85.6S60.5 85 59.5 83Z', '#e8776a')
      );
  }
}

/** A head of about 80 × 66 units around (64, 58), including the ears. */
export function head(face: Face): string {
  const w = 38 + face.width * 2.2;
  const l = n(64 - w);
  const r = n(64 + w);
  const crown = n(27 - face.width * 1.2);
  const outline = `M64 ${crown}C${n(64 + w * 0.56)} ${crown} ${r} 41 ${r} 59C${r} 78 ${n(64 + w * 0.62)} 90 64 90S${l} 78 ${l} 59C${l} 41 ${n(64 - w * 0.56)} ${crown} 64 ${crown}Z`;
  // Shading under the chin, on one side: light of late afternoon.
  const fold = `M${r} 59C${r} 78 ${n(64 + w * 0.62)} 90 64 90C56 90 49 88.6 43 86C72 89 91 78 ${n(64 + w - 3)} 47C${n(64 + w - 0.6)} 51 ${r} 55 ${r} 59Z`;
  return ears(face) + path(outline, paper) + path(fold, shade) + patches(face) + eyes(face) + mouth(face);
}

/** Shoulders in ink with a paper belly, cropped by the lower edge of the 128-unit box. */
export function shoulders(): string {
  return (
    path('M11 132C10 106 30 85 64 85S118 106 117 132Z', ink) +
    path('M38 132C37 115 48 104 64 104S91 115 90 132Z', paper) +
    line('M30 130C29 120 31 113 35 107M98 130C99 120 97 113 93 107', inkSoft, 2.4)
  );
}
