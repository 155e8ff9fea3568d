import { expect, it } from 'vitest';
import { propertiesIn } from './record-platform.js';

it('reads which custom properties styles and scripts set, and which they expect of a shell', () => {
  const { set, missing } = propertiesIn(
    [
      '@property --spin{syntax:"<angle>";inherits:false;initial-value:0deg}.a{--own:1px;color:var(--hue);inset:var(--own);top:var(--top,0);left:var(--left,var(--edge))}[data-x]{--b:0}',
      'for(let r=3;r>0;--r);e({"--share":s,["--part"]:p});style.setProperty("--time",t);x={color:"var(--ink)",inset:`var(--${n})`}',
      '.b{inline-size:var(--share);animation-duration:var(--time);rotate:var(--spin)}',
    ],
    ['@layer a{:root{--hue:1;--own:2px;--ink:#000}}'],
  );
  expect(set).toEqual(['--own', '--b', '--spin', '--share', '--part', '--time']);
  expect(missing).toEqual(['--hue', '--edge', '--ink']);
});

// Of the two only the first is a token.
const styles = '.a{color:var(--hue-ink);top:var(--at-end)}';

it.each([
  'const n="--at-end";style.setProperty(n,v)',
  'style.setProperty(x?"--at-end":"--shut",v)',
  'style.setProperty(`--at-${n}`,v)',
  'style.setProperty("--at-"+n,v)',
  'style.setProperty("--".concat(n),v)',
  'style.cssText=`top:0;--at-${n}:1px`',
])('takes for its own what a script names, whole or in part, and is no token: %s', (script) => {
  expect(propertiesIn([script, styles], ['a{--hue-ink:0}']).missing).toEqual(['--hue-ink']);
});

it.each([
  'colour("--hue-ink")',
  's.getPropertyValue?.("--hue-ink")',
  's.getPropertyValue(x?"--hue-ink":"--b")',
  'style.removeProperty("--hue-ink")',
  's.getPropertyValue(`--hue-${n}`)',
  '"--"+boundary',
])('expects a token that a script only names, and takes it not for set: %s', (script) => {
  expect(propertiesIn([script, styles], ['a{--hue-ink:0}'])).toEqual({
    set: [],
    missing: expect.arrayContaining(['--hue-ink']),
  });
});
