import type { Trait } from './traits.ts';

/**
 * Night colours of a scene, as overrides per class. Browsers evaluate `prefers-color-scheme` inside an SVG image by the `color-scheme` of
 * its element; those that do not support that use the system's setting.
 */
const rules = (colours: Record<string, string>) =>
  Object.entries(colours)
    .map(([name, fill]) => `.${name}{fill:${fill}}`)
    .join('');

const night = (colours: Record<string, string>) =>
  `<style>.night{display:none}@media (prefers-color-scheme:dark){.night{display:inline}${rules(colours)}}</style>`;

/** Night backgrounds of the small scenes, one per trait. */
const grounds: Record<Trait, { ground: string; deep: string }> = {
  warmth: { ground: '#704a3c', deep: '#90604a' },
  service: { ground: '#34614f', deep: '#488066' },
  creativity: { ground: '#4c4379', deep: '#665a9c' },
  wisdom: { ground: '#2f5875', deep: '#41759b' },
  adventure: { ground: '#6a5733', deep: '#8c7543' },
};

/** Night styles of a small scene. */
export const smallNight = (trait: Trait): string => night(grounds[trait]);

const star = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;

/** Crescent moon and stars, visible at night only. */
export const moonAndStars =
  `<g class="night"><g fill="#f4e9bf"><path d="M190 32a15 15 0 1 0 13 25a13 13 0 0 1 -13 -25Z"/></g>` +
  `<g fill="#fffdf8">${star(150, 30, 1.8)}${star(58, 48, 2.2)}${star(86, 26, 1.6)}${star(212, 92, 1.8)}${star(28, 96, 1.6)}</g></g>`;

/** Night styles of the hero: the sun becomes a full moon. */
export const groveNight: string = night({
  sky: '#20364e',
  halo: '#2d4c6a',
  sun: '#efe8cb',
  hill: '#3b6d5a',
  near: '#305b4a',
});

/** Stars above the grove. */
export const groveStars = `<g class="night" fill="#fffdf8">${[
  [120, 96, 2.4],
  [168, 60, 1.8],
  [232, 34, 2.2],
  [352, 42, 1.8],
  [402, 66, 2.6],
  [452, 110, 1.8],
  [82, 146, 1.8],
  [486, 168, 2.2],
]
  .map(([x = 0, y = 0, r = 0]) => star(x, y, r))
  .join('')}</g>`;
