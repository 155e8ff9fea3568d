import { circle, colours, ink, line, paper, path } from './figure.ts';

interface Tint {
  strong: string;
  dark: string;
}

/** A keepsake on the head, chosen by the id alone, so that Pandas with equal traits differ. */
const keepsakes: readonly ((tint: Tint) => string)[] = [
  () => '',
  // Tuft of hair.
  () => line('M64 28C62 23 58 20 54 20M64.5 28C65 22 67 19 71 18', ink, 3.4),
  // Knitted hat.
  ({ strong, dark }) =>
    circle(64, 13.5, 5.5, paper) +
    path('M42 38C42 22 52 16 64 16S86 22 86 38Z', strong) +
    line('M44 37Q64 29.5 84 37', dark, 7) +
    line('M55 20l-2 9M64 18.5v9M73 20l2 9', dark, 1.8),
  // Flower.
  ({ strong }) =>
    [0, 72, 144, 216, 288]
      .map((turn) => {
        const angle = (turn * Math.PI) / 180;
        return circle(41 + Math.sin(angle) * 5, 36 - Math.cos(angle) * 5, 4.2, strong);
      })
      .join('') + circle(41, 36, 3.2, '#fff3c9'),
  // Headband.
  ({ strong, dark }) => line('M33.5 45Q64 30 94.5 45', strong, 6) + circle(64, 37.4, 2.4, dark),
  // Leaf on the crown.
  () => {
    const { strong, dark } = colours.service;
    return (
      path('M60 29C64 17 74 13 84 15C82 24 73 31 60 29Z', strong) + line('M61 28.5Q70 22 80 17.5', dark, 1.4)
    );
  },
];

export function keepsake(pick: number, tint: Tint): string {
  return keepsakes[Math.floor(pick * keepsakes.length)]?.(tint) ?? '';
}
