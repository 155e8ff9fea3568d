import { describe, expect, it } from 'vitest';
import { drawingName, drawNamed, drawPanda, isDrawingName } from './draw-panda.ts';
import { drawScene } from './draw-scene.ts';
import { colours } from './figure.ts';
import { sceneSize } from './scene-size.ts';
import { type TraitValues, traits } from './traits.ts';

const even: TraitValues = { warmth: 50, service: 50, creativity: 50, wisdom: 50, adventure: 50 };
const leaves = (svg: string) => svg.split('rotate(').length;
const parse = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');

describe('drawPanda', () => {
  it('is deterministic', () => {
    const panda = { id: '66f0c2d1', traits: { ...even, wisdom: 90 }, score: 120 };
    expect(drawPanda(panda)).toBe(drawPanda({ ...panda, traits: { ...panda.traits } }));
  });

  it('never draws two members alike, even with equal traits', () => {
    const drawings = Array.from({ length: 2000 }, (_, index) =>
      drawPanda({ id: `panda-${index}`, traits: even }),
    );
    expect(new Set(drawings).size).toBe(drawings.length);
  });

  it.each(traits)('uses the background of the leading trait: %s', (trait) => {
    const svg = drawPanda({ id: 'a', traits: { ...even, [trait]: 91 } });
    expect(colours[trait].grounds.some((ground) => svg.includes(`height="128" fill="${ground}"`))).toBe(true);
  });

  it('breaks ties by the fixed order of the traits', () => {
    const svg = drawPanda({ id: 'a', traits: even });
    expect(colours.warmth.grounds.some((ground) => svg.includes(`height="128" fill="${ground}"`))).toBe(true);
  });

  it('grows bamboo leaves with the score', () => {
    const at = (score: number) => leaves(drawPanda({ id: 'a', traits: even, score }));
    expect(at(50)).toBeGreaterThan(at(0));
    expect(at(400)).toBeGreaterThan(at(50));
    expect(at(999.9)).toBeGreaterThan(at(400));
    expect(at(5000)).toBe(at(999.9));
  });

  it('is well-formed for every order of traits, without scripts, styles or external URLs', () => {
    for (let index = 0; index < 120; index++) {
      const values = Object.fromEntries(traits.map((trait, at) => [trait, (index * (at + 3) * 7) % 101]));
      // Safe: every trait has a value.
      const svg = drawPanda({ id: `p${index}`, traits: values as TraitValues, score: index * 8 });
      expect(parse(svg).querySelector('parsererror')).toBeNull();
      expect(svg).not.toMatch(/NaN|undefined|<script|<style|href|url\(|\sid=/);
    }
  });

  it('escapes its name', () => {
    const svg = drawPanda({ id: '"><script>', traits: even, title: `<b>"Kind" & 'Co'</b>` });
    expect(parse(svg).documentElement.getAttribute('aria-label')).toBe(`<b>"Kind" & 'Co'</b>`);
    expect(svg).not.toContain('<script');
    expect(drawPanda({ id: 'a', traits: even })).toContain('aria-hidden="true"');
  });

  it('uses the given size', () => {
    expect(drawPanda({ id: 'a', traits: even, size: 96 })).toContain('width="96" height="96"');
  });
});

describe('drawNamed', () => {
  it('draws the same from the name alone', () => {
    for (let index = 0; index < 240; index++) {
      const values = Object.fromEntries(traits.map((trait, at) => [trait, (index * (at + 3) * 7) % 101]));
      // Safe: every trait has a value.
      const panda = { id: `p${index}`, traits: values as TraitValues, score: index * 5 };
      expect(drawNamed(drawingName(panda))).toBe(drawPanda(panda));
    }
  });

  it('names what is drawn, not the values it comes from', () => {
    const named = (id: string, warmth: number, score: number) =>
      drawingName({ id, traits: { ...even, warmth }, score });
    expect(named('a', 51, 50)).toBe(named('a', 99, 55));
    expect(named('a', 51, 50)).toMatch(/^01234-1-[0-9a-f]{8}$/);
    expect(
      new Set([named('a', 51, 50), named('b', 51, 50), named('a', 49, 50), named('a', 51, 400)]).size,
    ).toBe(4);
  });

  it.each([
    '',
    '01234-1',
    '01233-1-00000000',
    '01235-1-00000000',
    '01234-10-00000000',
    '01234-1-0000000',
    '01234-1-0000000A',
    '01234-1-00000000 ',
    '01234-1-000000001',
  ])('draws nothing for %j', (name) => expect([isDrawingName(name), drawNamed(name)]).toEqual([false, null]));
});

describe('drawScene', () => {
  it.each(['waving', 'reading', 'searching', 'sleeping', 'meeting', 'gardening', 'grove'] as const)(
    'draws %s identically to its file',
    async (scene) => {
      const svg = drawScene(scene);
      const { width, height } = sceneSize(scene);
      expect(parse(svg).querySelector('parsererror')).toBeNull();
      expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
      expect(svg).not.toMatch(/NaN|undefined/);
      await expect(svg).toMatchFileSnapshot(`./scenes/${scene}.svg`);
      // It contains every element that changes colour at night.
      const [, night = ''] = /prefers-color-scheme:dark\)\{(.+?)\}<\/style>/.exec(svg) ?? [];
      const classes = [...night.matchAll(/\.(\w+)\{fill/g)].map(([, name]) => name);
      expect(classes.length).toBeGreaterThan(1);
      for (const name of classes) expect(svg).toMatch(new RegExp(`<(path|circle) [^>]*class="${name}"`));
    },
  );
});
