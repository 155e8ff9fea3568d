import { hash } from 'node:crypto';
import { drawNamed, drawNeutralPanda } from '@frens/design-system/panda';
import { expect, it } from 'vitest';
import { drawingPath } from './picture-files.ts';

it('gives drawings another folder when they look different, because browsers keep each for a year', () => {
  const leaves = Array.from({ length: 10 }, (_, count) => count);
  const names = leaves.map(
    (count) => `${['01234', '40312', '23140'][count % 3]}-${count}-${'3579bdf1'[count % 8]}a7c0f3e`,
  );
  const drawings = [...names.map(drawNamed), drawNeutralPanda()];
  expect(drawings).not.toContain(null);
  // Another hash needs another folder in `drawingPath` and in the call that reads it.
  expect([drawingPath('x'), hash('sha256', drawings.join()).slice(0, 16)]).toEqual([
    '/media/drawings/x.svg',
    'f466c670a5142211',
  ]);
});
