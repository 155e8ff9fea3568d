import { expect, it } from 'vitest';
import { propertiesIn } from './record-platform.js';

it('reads which custom properties styles and scripts set, and which they only read', () => {
  const { set, missing } = propertiesIn([
    '.a{--own:1px;color:var(--hue);inset:var(--own);top:var(--top,0);left:var(--left,var(--edge))}[data-x]{--b:0}',
    'for(let r=3;r>0;--r);e({"--share":s});style.setProperty("--time",t);x={color:"var(--ink)",inset:`var(--${n})`};s.getPropertyValue("--hue")',
    '.b{inline-size:var(--share);animation-duration:var(--time)}',
  ]);
  expect(set).toEqual(['--own', '--b', '--share', '--time']);
  expect(missing).toEqual(['--hue', '--edge', '--ink']);
});
