import {
  circle,
  colours,
  ellipse,
  type Face,
  head,
  ink,
  inkSoft,
  leaf,
  line,
  paper,
  path,
  shade,
} from './figure.ts';
import type { Trait } from './traits.ts';

export type SceneName = 'waving' | 'reading' | 'searching' | 'sleeping' | 'meeting' | 'gardening' | 'grove';

const face = (mood: Face['mood'], more: Partial<Face> = {}): Face => ({
  mood,
  ears: 'warmth',
  patches: 'warmth',
  blush: '#f4a08a',
  look: 0,
  width: 0.3,
  spread: 0,
  ...more,
});

const place = (x: number, y: number, scale: number, drawing: string, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${scale})${turn ? ` rotate(${turn} 64 88)` : ''}">${drawing}</g>`;

const arm = (d: string) => line(d, ink, 19);

/** A panda sitting on the ground, in a box of about 128 × 152; arms and what they hold are given. */
function sitting(looks: Face, left: string, right: string, tilt = 0, held = ''): string {
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

const downLeft = 'M37 100Q27 110 29 124';
const downRight = 'M91 100Q101 110 99 124';

function backdrop(trait: Trait): string {
  const { grounds, deep } = colours[trait];
  return (
    path(
      'M120 8C178 2 226 38 228 98C230 152 190 186 122 188C54 190 12 154 12 100C12 50 58 14 120 8Z',
      grounds[0] ?? deep,
    ) +
    path(
      'M14 120C48 104 92 108 126 120S196 138 227 112C224 160 184 187 122 188C60 190 20 160 14 120Z',
      deep,
      ' opacity=".55"',
    )
  );
}

function stalk(x: number, bottom: number, top: number, width: number, fill: string, joint: string): string {
  let out = line(`M${x} ${bottom}V${top}`, fill, width);
  for (let y = bottom - 26; y > top; y -= 34) out += line(`M${x - width / 2} ${y}h${width}`, joint, 2);
  return out;
}

const { strong: green, dark: darkGreen } = colours.service;

const sprout = (x: number, y: number, size = 26) =>
  line(`M${x} ${y}v${-size * 0.6}`, darkGreen, 3) +
  leaf(x, y - size * 0.5, size, 48, green) +
  leaf(x, y - size * 0.5, size, -48, darkGreen);

const book = (cover: string) =>
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

const heart = (x: number, y: number, size: number, fill: string) =>
  `<path transform="translate(${x} ${y}) scale(${size})" d="M0 3C-1.5 -1 -8 -1 -8 -6C-8 -10 -3 -11 0 -7C3 -11 8 -10 8 -6C8 -1 1.5 -1 0 3Z" fill="${fill}"/>`;

const small: Record<Exclude<SceneName, 'grove'>, () => string> = {
  waving: () =>
    backdrop('warmth') +
    sprout(38, 172) +
    sprout(206, 168, 20) +
    place(56, 36, 1, sitting(face('warmth'), downLeft, 'M91 100Q112 96 116 70', -4)) +
    line('M184 84q5 6 4 14M192 78q8 9 6 22', colours.warmth.strong, 3),
  reading: () =>
    backdrop('wisdom') +
    stalk(34, 168, 40, 9, green, '#bfe6c8') +
    leaf(34, 74, 26, 70, green) +
    leaf(34, 74, 22, -62, darkGreen) +
    place(
      56,
      34,
      1,
      sitting(
        face('wisdom', { look: 0.2, ears: 'service' }),
        'M37 102Q28 112 32 122',
        'M91 102Q100 112 96 122',
        4,
        book(colours.wisdom.dark),
      ),
    ) +
    sprout(206, 170, 20),
  searching: () =>
    backdrop('adventure') +
    place(
      50,
      34,
      1,
      sitting(
        face('service', { look: 0.9, patches: 'service' }),
        downLeft,
        'M91 102Q110 104 108 92',
        3,
        '<circle cx="84" cy="62" r="19" fill="#dff1fb"/>' +
          circle(84, 62, 14, ink) +
          circle(84, 62, 11, paper) +
          circle(86, 62.5, 8.6, ink) +
          circle(83, 59, 3.2, paper) +
          circle(89, 66, 1.5, paper) +
          '<circle cx="84" cy="62" r="19" fill="none" stroke="#8a5b00" stroke-width="4.5"/>' +
          line('M97 76L110 92', '#8a5b00', 7),
      ),
    ) +
    line('M40 70h12M34 82h8M190 64h14M198 76h8', colours.adventure.strong, 3) +
    sprout(34, 172, 22),
  sleeping: () =>
    backdrop('creativity') +
    path('M186 30a20 20 0 1 0 14 34a17 17 0 0 1 -14 -34Z', paper) +
    circle(60, 44, 2.4, paper) +
    circle(150, 34, 2, paper) +
    circle(96, 28, 2.4, paper) +
    path(
      'M84 150C84 116 112 96 148 98C186 100 206 124 204 150C203 166 188 170 144 170C100 170 84 168 84 150Z',
      paper,
    ) +
    path(
      'M204 150C203 166 188 170 144 170C130 170 118 169.8 108 168.5C160 166 186 146 186 110C199 119 205 134 204 150Z',
      shade,
    ) +
    path('M168 100C194 106 206 126 204 150C203 162 194 168 178 169.5C184 150 182 122 168 100Z', ink) +
    ellipse(176, 163, 20, 12, ink, 8) +
    ellipse(182, 164, 9, 6, inkSoft, 8) +
    place(30, 74, 0.98, head(face('asleep')), -14) +
    line('M96 158Q112 168 130 160', ink, 18) +
    line('M118 62h12l-12 14h12M138 40h9l-9 11h9', colours.creativity.dark, 3.4),
  meeting: () =>
    backdrop('service') +
    place(
      20,
      52,
      0.86,
      sitting(face('warmth', { patches: 'creativity' }), downLeft, 'M91 102Q108 104 117 94', 6),
    ) +
    place(
      110,
      52,
      0.86,
      sitting(
        face('adventure', { look: -0.8, ears: 'creativity', patches: 'service', blush: '#ef9aa0' }),
        'M37 102Q20 104 11 94',
        downRight,
        -6,
      ),
    ) +
    heart(120, 66, 1.5, colours.warmth.strong) +
    heart(142, 42, 0.8, '#ef9aa0') +
    heart(100, 40, 0.7, '#ef9aa0'),
  gardening: () =>
    backdrop('service') +
    path('M146 172C150 158 204 158 210 172Z', '#8a5a33') +
    sprout(178, 164, 38) +
    line('M184 128l3 9M192 122l4 10M177 133l2 8', '#4d9fd6', 3.2) +
    place(
      30,
      36,
      1,
      sitting(face('creativity', { ears: 'service', look: 0.8 }), downLeft, 'M91 102Q100 108 104 102', 4, ''),
    ) +
    `<g transform="rotate(16 144 118)">${path('M122 104H148L152 138H118Z', colours.wisdom.strong)}${path('M150 122L170 106L174 111L152 134Z', colours.wisdom.strong)}${line('M124 104C124 86 146 86 146 104', colours.wisdom.dark, 4)}${line('M119 130h32', colours.wisdom.dark, 3)}</g>` +
    ellipse(136, 134, 10, 9, ink),
};

function scarf(fill: string, dark: string): string {
  return (
    path('M33 84C45 96 83 96 95 84C99 88 99 94 95 97C80 107 48 107 33 97C29 94 29 88 33 84Z', fill) +
    path('M82 97C88 96 93 98 94 102L97 125C93 128 86 128 82 126Z', fill) +
    line('M46 92.5l-3 9M58 96l-1.5 9M70 96l1.5 9M83 115l12 -1', dark, 2.4)
  );
}

/** The hero: five friends in a grove in late afternoon. */
function grove(): string {
  const { warmth, adventure, creativity, wisdom } = colours;
  const pale = '#bfe6c8';
  return (
    path(
      'M278 10C420 -2 546 84 550 226C552 344 452 410 286 412C112 414 10 350 10 232C10 104 128 22 278 10Z',
      '#fbdcb9',
    ) +
    circle(286, 158, 118, '#fbe9c4') +
    circle(286, 158, 84, '#fff4d6') +
    `<g opacity=".45">${stalk(100, 300, 112, 14, '#8fc79d', pale)}${stalk(146, 300, 66, 10, '#8fc79d', pale)}${stalk(424, 300, 58, 12, '#8fc79d', pale)}${stalk(474, 300, 104, 15, '#8fc79d', pale)}${stalk(386, 300, 44, 8, '#8fc79d', pale)}</g>` +
    stalk(58, 330, 116, 15, green, pale) +
    leaf(58, 176, 46, 66, green) +
    leaf(58, 176, 40, -58, darkGreen) +
    leaf(58, 134, 40, 34, darkGreen) +
    leaf(58, 124, 42, -24, green) +
    stalk(508, 330, 132, 14, darkGreen, '#7fc093') +
    leaf(508, 184, 46, -66, green) +
    leaf(508, 210, 38, 60, darkGreen) +
    leaf(508, 142, 42, 22, green) +
    leaf(508, 140, 38, -34, darkGreen) +
    path(
      'M12 262C90 232 190 246 286 262S470 288 549 246C540 352 446 411 286 412C122 414 22 356 12 262Z',
      '#a9d6a6',
    ) +
    path(
      'M30 322C120 292 220 304 300 318S460 336 530 306C492 376 404 411 286 412C160 413 66 382 30 322Z',
      '#8cc593',
    ) +
    // The back row looks over the shoulders of the front one.
    place(
      96,
      112,
      1.2,
      sitting(
        face('adventure', { ears: 'creativity', patches: 'service', look: 0.5 }),
        'M37 102Q20 92 16 64',
        downRight,
        4,
      ),
    ) +
    place(
      322,
      112,
      1.16,
      sitting(face('wisdom', { ears: 'wisdom', patches: 'service', look: -0.6 }), downLeft, downRight, -4),
    ) +
    place(
      204,
      150,
      1.36,
      sitting(face('warmth', { width: 0.8 }), downLeft, downRight, 0, scarf(warmth.strong, warmth.dark)),
    ) +
    place(
      70,
      222,
      1.06,
      sitting(
        face('creativity', { ears: 'service', patches: 'creativity', blush: '#ef9aa0' }),
        'M37 102Q28 112 32 122',
        'M91 102Q100 112 96 122',
        -5,
        book(creativity.dark),
      ),
    ) +
    place(
      378,
      222,
      1.08,
      sitting(
        face('service', { ears: 'adventure', patches: 'adventure', look: -0.8 }),
        downLeft,
        'M91 102Q108 108 112 92',
        5,
        line('M112 118C114 96 116 84 112 66', darkGreen, 4) +
          leaf(113, 90, 26, 54, green) +
          leaf(113, 78, 26, -44, darkGreen) +
          leaf(112, 68, 26, 12, green),
      ),
    ) +
    sprout(220, 392, 30) +
    sprout(348, 396, 24) +
    circle(60, 330, 4, adventure.grounds[1] ?? paper) +
    circle(500, 336, 4, warmth.grounds[1] ?? paper) +
    circle(190, 384, 3.6, paper) +
    circle(412, 390, 3.6, wisdom.grounds[0] ?? paper) +
    heart(262, 118, 1.5, warmth.strong) +
    heart(344, 92, 1, '#ef9aa0')
  );
}

/** Draws one of the product's scenes as SVG text; a ground of its own keeps it readable in both themes. */
export function drawScene(scene: SceneName): { svg: string; width: number; height: number } {
  const [width, height, drawing] =
    scene === 'grove' ? ([560, 420, grove()] as const) : ([240, 196, small[scene]()] as const);
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawing}</svg>`,
    width,
    height,
  };
}
