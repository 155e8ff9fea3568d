import { grove } from './draw-grove.ts';
import { circle, colours, ellipse, head, ink, inkSoft, leaf, line, paper, path, shade } from './figure.ts';
import { moonAndStars, smallNight } from './night.ts';
import {
  book,
  darkGreen,
  downLeft,
  downRight,
  face,
  green,
  place,
  sitting,
  spark,
  sprout,
  stalk,
} from './scene-parts.ts';
import { type SceneName, sceneSize } from './scene-size.ts';
import type { Trait } from './traits.ts';

function backdrop(trait: Trait): string {
  const { grounds, deep } = colours[trait];
  return (
    smallNight(trait) +
    path(
      'M120 8C178 2 226 38 228 98C230 152 190 186 122 188C54 190 12 154 12 100C12 50 58 14 120 8Z',
      grounds[0] ?? deep,
      ' class="ground"',
    ) +
    path(
      'M14 120C48 104 92 108 126 120S196 138 227 112C224 160 184 187 122 188C60 190 20 160 14 120Z',
      deep,
      ' opacity=".55" class="deep"',
    ) +
    moonAndStars
  );
}

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
    // This scene is always at night.
    moonAndStars.replace(' class="night"', '') +
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
    line('M118 62h12l-12 14h12M138 40h9l-9 11h9', colours.creativity.strong, 3.4),
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
    spark(120, 64, 1.4, colours.adventure.strong) +
    spark(142, 42, 0.8, '#e9b949') +
    spark(100, 40, 0.7, '#e9b949'),
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

/**
 * Draws a scene as SVG text for the files in `scenes`: by day, and by night in dark mode.
 * The grove animates for four seconds if its URL ends in `#moving`.
 */
export function drawScene(scene: SceneName): string {
  const { width, height } = sceneSize(scene);
  const isGrove = scene === 'grove';
  const drawing = isGrove ? grove() : small[scene]();
  return `<svg xmlns="http://www.w3.org/2000/svg"${isGrove ? ' id="moving"' : ''} viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawing}</svg>`;
}
