import { expect, it } from 'vitest';
import { propertiesIn } from './record-platform.js';

it('reads which custom properties styles and scripts set, and which they only read', () => {
  const { set, missing } = propertiesIn([
    '@property --spin{syntax:"<angle>";inherits:false;initial-value:0deg}.a{--own:1px;color:var(--hue);inset:var(--own);top:var(--top,0);left:var(--left,var(--edge))}[data-x]{--b:0}',
    'for(let r=3;r>0;--r);e({"--share":s});style.setProperty("--time",t);x={color:"var(--ink)",inset:`var(--${n})`};s.getPropertyValue("--hue")',
    'const n="--late";style.setProperty(n,v);style.setProperty(x?"--open":"--shut",v)',
    '.b{inline-size:var(--share);animation-duration:var(--time);rotate:var(--spin);top:var(--late);left:var(--open);right:var(--shut)}',
  ]);
  expect(set).toEqual(['--own', '--b', '--spin', '--share', '--time', '--late', '--open', '--shut']);
  expect(missing).toEqual(['--hue', '--edge', '--ink']);
});

it.each([
  'style.setProperty(`--at-${n}`,v)',
  'style.setProperty("--at-"+n,v)',
  'style.setProperty("--at-".concat(n),v)',
  'style.cssText=`top:0;--at-${n}:1px`',
])('takes as set what begins like a name that is put together: %s', (script) => {
  expect(propertiesIn([script, '.a{top:var(--at-end);left:var(--hue)}']).missing).toEqual(['--hue']);
});
