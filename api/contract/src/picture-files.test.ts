import { hash } from 'node:crypto';
import { drawNamed, drawNeutralPanda } from '@frens/design-system/panda';
import { expect, it } from 'vitest';
import { drawingPath } from './picture-files.ts';

it('gives drawings another folder when they look different, because browsers keep each for a year', () => {
  // Every trait in every place, and every number of leaves.
  const orders = ['01234', '12340', '23401', '34012', '40123'];
  const names = Array.from(
    { length: 10 },
    (_, leaves) => `${orders[leaves % 5]}-${leaves}-${'3579bdf1'[leaves % 8]}a7c0f3e`,
  );
  const drawings = [...names.map(drawNamed), drawNeutralPanda()];
  expect(drawings).not.toContain(null);
  // Another hash needs another folder in `drawingPath` and in the call that reads it.
  expect([drawingPath('x'), hash('sha256', drawings.join()).slice(0, 16)]).toEqual([
    '/media/drawings/x.svg',
    '307221963793aced',
  ]);
});
