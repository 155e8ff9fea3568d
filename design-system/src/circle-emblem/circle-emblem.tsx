// As in index.ts: a separate entry point needs the declaration, too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../css-modules.d.ts" />
import { createElement } from 'react';
import styles from './circle-emblem.module.css';
import { motifFor } from './motifs.ts';

const hues = ['persimmon', 'bamboo', 'plum', 'sky', 'honey'] as const;

/** One petal per variant, drawn at the top and rotated around the centre. */
const petals = [
  'M0-46C7-40 7-32 0-26C-7-32-7-40 0-46Z',
  'M0-44a6 6 0 1 1 0 12a6 6 0 1 1 0-12Z',
  'M0-46L7-37L0-28L-7-37Z',
  'M-9-33A13 13 0 0 1 9-33L5-29A8 8 0 0 0-5-29Z',
];
const fewestPetals = 6;

export interface CircleEmblemProps {
  /** The circle's name, the seed of the drawing. */
  name: string;
  /** Visual size. */
  size?: 'md' | 'lg';
}

/** A circle's emblem: a motif from its name, in a ring. Deterministic per name. Decorative: the name stands beside it. */
export function CircleEmblem({ name, size = 'md' }: CircleEmblemProps) {
  const number = seedOf(name);
  const pick = (share: number, count: number) => Math.floor(number / share) % count;
  const hue = pick(1, hues.length);
  const other = (hue + 1 + pick(5, hues.length - 1)) % hues.length;
  const count = fewestPetals + pick(20, 5);
  const petal = petals[pick(100, petals.length)];
  return (
    <svg
      className={styles.root}
      data-size={size}
      data-hue={hues[hue]}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
    >
      <circle className={styles.ground} r="50" />
      {Array.from({ length: count }, (_, place) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a petal has no identity except its position
          key={place}
          className={styles.petal}
          data-hue={place % 2 ? undefined : hues[other]}
          d={petal}
          transform={`rotate(${Math.round((360 * place) / count)})`}
        />
      ))}
      <circle className={styles.middle} r="25" />
      {createElement(motifFor(name, pick(400, 97)), {
        x: -15,
        y: -15,
        width: 30,
        height: 30,
        className: styles.motif,
      })}
    </svg>
  );
}

/** A stable hash of a name. */
function seedOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 999_983;
  return hash;
}
