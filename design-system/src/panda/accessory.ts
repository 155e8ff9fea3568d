import { circle, colours, ellipse, ink, leaf, line, paper, path, shade } from './figure.ts';
import type { Trait } from './traits.ts';

interface Tint {
  strong: string;
  dark: string;
}

const paw = (x: number, y: number) => ellipse(x, y, 9, 8, ink);

/** The Panda's accessory: `under` is drawn above the shoulders, `over` above the head, too. */
export function accessory(trait: Trait, tint: Tint, side: number): { under: string; over: string } {
  const { strong, dark } = tint;
  const green = colours.service;
  const flip = (drawing: string) =>
    side < 0 ? `<g transform="matrix(-1 0 0 1 128 0)">${drawing}</g>` : drawing;
  switch (trait) {
    case 'warmth':
      return {
        under:
          path('M33 84C45 96 83 96 95 84C99 88 99 94 95 97C80 107 48 107 33 97C29 94 29 88 33 84Z', strong) +
          line('M46 92.5l-3 9M58 96l-1.5 9M70 96l1.5 9M82 92.5l3 9', dark, 2.4) +
          flip(
            path('M84 97C90 96 95 98 96 102L99 123C95 126 88 126 84 124Z', strong) +
              line('M85 112l12.5 -1M84.5 118.5l13.5 -1', dark, 2.4),
          ),
        over: '',
      };
    case 'service':
      return {
        under: flip(
          line('M92 122C98 106 103 94 104 78', green.dark, 3) +
            leaf(101, 96, 24, 62, green.strong) +
            leaf(103, 86, 22, -30, green.dark) +
            leaf(104, 80, 25, 26, strong) +
            paw(93, 115),
        ),
        over: flip(leaf(92, 34, 22, 48, green.strong) + leaf(91, 35, 18, 2, green.dark)),
      };
    case 'creativity':
      return {
        under: flip(
          line('M88 126L107 84', '#8a5a33', 4) +
            line('M105.5 87L108 81.5', '#cfd6d2', 5) +
            path('M104.5 80C103 73 108 68 114 64C115 71 115.5 78 111.5 83Z', strong) +
            paw(93, 114),
        ),
        over: flip(
          path(
            'M82 78C85 75 91 76 92 79C92.5 82 88 83.5 85 82.5C82.5 82 80.5 80 82 78Z',
            strong,
            ' opacity=".9"',
          ),
        ),
      };
    case 'wisdom':
      return {
        under:
          path('M27 100C40 94 56 96 64 101C72 96 88 94 101 100V132H27Z', dark) +
          path('M33 100C44 96 56 97 64 102V128C56 124 44 124 33 127Z', paper) +
          path('M95 100C84 96 72 97 64 102V128C72 124 84 124 95 127Z', shade) +
          line(
            'M39 106c6 -2 13 -1.5 19 1M39 112.5c6 -2 13 -1.5 19 1M70 107c6 -2.5 13 -3 19 -1M70 113.5c6 -2.5 13 -3 19 -1',
            '#b9b0a0',
            1.8,
          ) +
          paw(30, 116) +
          paw(98, 116),
        over: '',
      };
    case 'adventure':
      return {
        under: flip(
          line('M36 89C52 100 76 112 94 124', dark, 6) +
            path('M78 107H108C110 107 111 108 111 110V130H75V110C75 108 76 107 78 107Z', strong) +
            path(
              'M75 110C75 108 76 107 78 107H108C110 107 111 108 111 110V115C103 120 83 120 75 115Z',
              dark,
            ) +
            circle(93, 118.5, 2.6, paper),
        ),
        over: '',
      };
  }
}
