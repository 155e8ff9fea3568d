import { circle, colours, ellipse, leaf, line, n, path } from './figure.ts';
import type { Trait } from './traits.ts';

type Random = () => number;

/** The trait's background and pattern, varied per Panda. */
export function ground(trait: Trait, random: Random): string {
  const { grounds, deep } = colours[trait];
  const base = grounds[Math.floor(random() * grounds.length)] ?? deep;
  return `<rect width="128" height="128" fill="${base}"/>${patterns[trait](random, deep)}`;
}

const light = '#ffffff';

const patterns: Record<Trait, (random: Random, deep: string) => string> = {
  // Low sun with rings.
  warmth(random, deep) {
    const x = 30 + random() * 68;
    const y = 30 + random() * 22;
    return [52, 40, 28]
      .map(
        (r, ring) =>
          `<circle cx="${n(x)}" cy="${n(y)}" r="${r}" fill="${ring === 2 ? light : deep}" opacity="${[0.22, 0.32, 0.45][ring]}"/>`,
      )
      .join('');
  },
  // Bamboo stalks.
  service(random, deep) {
    const shift = random() * 16;
    let out = '';
    for (let stalk = 0; stalk < 7; stalk++) {
      const x = stalk * 22 - shift + 4;
      const w = 5 + random() * 5;
      const joint = 14 + random() * 26;
      out += `<g opacity="${n(0.3 + random() * 0.4)}">${line(`M${n(x)} -4V132`, deep, Math.round(w))}${line(`M${n(x - w / 2)} ${n(joint)}h${n(w)}M${n(x - w / 2)} ${n(joint + 38)}h${n(w)}M${n(x - w / 2)} ${n(joint + 76)}h${n(w)}`, light, 1.6)}</g>`;
      if (random() > 0.4) out += leaf(x, joint, 18, random() > 0.5 ? 118 : -118, deep);
    }
    return out;
  },
  // Scattered brush strokes.
  creativity(random, deep) {
    let out = '';
    for (let row = 0; row < 5; row++)
      for (let column = 0; column < 5; column++) {
        const x = column * 30 + (row % 2) * 14 - 4 + random() * 8;
        const y = row * 28 + random() * 10;
        const mark = Math.floor(random() * 4);
        const turn = Math.floor(random() * 180);
        out += `<g transform="translate(${n(x)} ${n(y)}) rotate(${turn})" opacity=".75">${
          mark === 0
            ? circle(0, 0, 3.4, light)
            : mark === 1
              ? line('M-6 0q3 -6 6 0t6 0', deep, 2.6)
              : mark === 2
                ? line('M-5 0h10', light, 3)
                : circle(0, 0, 2.6, deep)
        }</g>`;
      }
    return out;
  },
  // Waves.
  wisdom(random, deep) {
    const shift = random() * 28;
    let out = '';
    for (let row = 0; row < 6; row++)
      for (let column = -1; column < 6; column++) {
        const x = column * 28 + (row % 2) * 14 - shift + 14;
        const y = row * 24 + 10;
        out += line(
          `M${n(x - 13)} ${y}a13 13 0 0 1 26 0M${n(x - 7)} ${y}a7 7 0 0 1 14 0`,
          row % 2 ? light : deep,
          1.8,
        );
      }
    return `<g opacity=".6">${out}</g>`;
  },
  // Mountains under a small sun.
  adventure(random, deep) {
    const peak = 24 + random() * 30;
    const other = 78 + random() * 30;
    const sun = random() > 0.5 ? 104 : 22;
    return (
      ellipse(sun, 24, 11, 11, light) +
      path(`M-10 132L${n(peak)} ${n(34 + random() * 12)}L${n(peak + 56)} 132Z`, deep, ' opacity=".55"') +
      path(`M40 132L${n(other)} ${n(22 + random() * 16)}L150 132Z`, deep, ' opacity=".85"') +
      line('M8 14h12M30 22h9', light, 2.4)
    );
  },
};
