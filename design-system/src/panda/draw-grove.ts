import { circle, colours, leaf, line, paper, path } from './figure.ts';
import { groveNight, groveStars } from './night.ts';
import {
  arm,
  book,
  darkGreen,
  downLeft,
  downRight,
  face,
  green,
  place,
  scarf,
  sitting,
  spark,
  sprout,
  stalk,
} from './scene-parts.ts';

// The pandas sit up one by one, one waves, two sparks rise. The animation ends within four seconds, so it needs no pause
// button (WCAG 2.2.2).
const motion =
  '<style>' +
  ':target .p{animation:p .6s cubic-bezier(.22,1,.36,1) both}' +
  ':target .p1{animation-delay:.1s}:target .p2{animation-delay:.2s}:target .p3{animation-delay:.3s}:target .p4{animation-delay:.4s}' +
  ':target .w{transform-origin:37px 102px;animation:w .45s ease-in-out 1s 6 alternate}' +
  ':target .h{animation:h .9s cubic-bezier(.22,1,.36,1) 1.2s both}' +
  '@keyframes p{from{transform:translateY(16px)}}' +
  '@keyframes w{to{transform:rotate(-18deg)}}' +
  '@keyframes h{from{transform:translateY(18px);opacity:0}}</style>';

const rising = (name: string, drawing: string) => `<g class="${name}">${drawing}</g>`;

/** The hero: five friends in a grove, in late afternoon or by full moon. */
export function grove(): string {
  const { warmth, adventure, creativity, wisdom } = colours;
  const pale = '#bfe6c8';
  return (
    groveNight +
    motion +
    path(
      'M278 10C420 -2 546 84 550 226C552 344 452 410 286 412C112 414 10 350 10 232C10 104 128 22 278 10Z',
      '#fbdcb9',
      ' class="sky"',
    ) +
    groveStars +
    `<circle cx="286" cy="158" r="118" fill="#fbe9c4" class="halo"/>` +
    `<circle cx="286" cy="158" r="84" fill="#fff4d6" class="sun"/>` +
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
      ' class="hill"',
    ) +
    path(
      'M30 322C120 292 220 304 300 318S460 336 530 306C492 376 404 411 286 412C160 413 66 382 30 322Z',
      '#8cc593',
      ' class="near"',
    ) +
    // The back row is drawn first, behind the shoulders of the front row.
    rising(
      'p',
      place(
        96,
        112,
        1.2,
        sitting(face('adventure', { ears: 'creativity', patches: 'service', look: 0.5 }), '', downRight, 4) +
          `<g class="w">${arm('M37 102Q20 92 16 64')}</g>`,
      ),
    ) +
    rising(
      'p p1',
      place(
        322,
        112,
        1.16,
        sitting(face('wisdom', { ears: 'wisdom', patches: 'service', look: -0.6 }), downLeft, downRight, -4),
      ),
    ) +
    rising(
      'p p3',
      place(
        204,
        150,
        1.36,
        sitting(face('warmth', { width: 0.8 }), downLeft, downRight, 0, scarf(warmth.strong, warmth.dark)),
      ),
    ) +
    rising(
      'p p2',
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
      ),
    ) +
    rising(
      'p p4',
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
      ),
    ) +
    sprout(220, 392, 30) +
    sprout(348, 396, 24) +
    circle(60, 330, 4, adventure.grounds[1] ?? paper) +
    circle(500, 336, 4, warmth.grounds[1] ?? paper) +
    circle(190, 384, 3.6, paper) +
    circle(412, 390, 3.6, wisdom.grounds[0] ?? paper) +
    `<g class="h">${spark(262, 118, 1.4, adventure.strong)}${spark(344, 92, 1, '#fffaf0')}</g>`
  );
}
