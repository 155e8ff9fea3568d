import { describe, expect, it } from 'vitest';
import { drawPanda } from './draw-panda.ts';
import { drawScene } from './draw-scene.ts';
import { colours } from './figure.ts';
import { sceneSize } from './scene-size.ts';
import { type TraitValues, traits } from './traits.ts';

const even: TraitValues = { warmth: 50, service: 50, creativity: 50, wisdom: 50, adventure: 50 };
const leaves = (svg: string) => svg.split('rotate(').length;
const parse = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');

describe('drawPanda', () => {
  it('draws the same Panda every time', () => {
    const panda = { id: '66f0c2d1', traits: { ...even, wisdom: 90 }, score: 120 };
    expect(drawPanda(panda)).toBe(drawPanda({ ...panda, traits: { ...panda.traits } }));
  });

  it('never draws two members alike, even with the same traits', () => {
    const drawings = Array.from({ length: 2000 }, (_, index) =>
      drawPanda({ id: `panda-${index}`, traits: even }),
    );
    expect(new Set(drawings).size).toBe(drawings.length);
  });

  it.each(traits)('stands on the ground of its leading trait: %s', (trait) => {
    const svg = drawPanda({ id: 'a', traits: { ...even, [trait]: 91 } });
    expect(colours[trait].grounds.some((ground) => svg.includes(`height="128" fill="${ground}"`))).toBe(true);
  });

  it('settles ties by the fixed order of the traits', () => {
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

  it('is well-formed for every order of traits, and carries no script, style or outside address', () => {
    for (let index = 0; index < 120; index++) {
      const values = Object.fromEntries(traits.map((trait, at) => [trait, (index * (at + 3) * 7) % 101]));
      // Every trait has been given a value.
      const svg = drawPanda({ id: `p${index}`, traits: values as TraitValues, score: index * 8 });
      expect(parse(svg).querySelector('parsererror')).toBeNull();
      expect(svg).not.toMatch(/NaN|undefined|<script|<style|href|url\(|\sid=/);
    }
  });

  it('says its name as text, whatever the name holds', () => {
    const svg = drawPanda({ id: '"><script>', traits: even, title: `<b>"Kind" & 'Co'</b>` });
    expect(parse(svg).documentElement.getAttribute('aria-label')).toBe(`<b>"Kind" & 'Co'</b>`);
    expect(svg).not.toContain('<script');
    expect(drawPanda({ id: 'a', traits: even })).toContain('aria-hidden="true"');
  });

  it('takes the size it is given', () => {
    expect(drawPanda({ id: 'a', traits: even, size: 96 })).toContain('width="96" height="96"');
  });
});

describe('drawScene', () => {
  it.each(['waving', 'reading', 'searching', 'sleeping', 'meeting', 'gardening', 'grove'] as const)(
    'draws %s, as its file shows it',
    async (scene) => {
      const svg = drawScene(scene);
      const { width, height } = sceneSize(scene);
      expect(parse(svg).querySelector('parsererror')).toBeNull();
      expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
      expect(svg).not.toMatch(/NaN|undefined/);
      await expect(svg).toMatchFileSnapshot(`./scenes/${scene}.svg`);
      // Everything that is another colour by night is in it.
      const [, night = ''] = /prefers-color-scheme:dark\)\{(.+?)\}<\/style>/.exec(svg) ?? [];
      const classes = [...night.matchAll(/\.(\w+)\{fill/g)].map(([, name]) => name);
      expect(classes.length).toBeGreaterThan(1);
      for (const name of classes) expect(svg).toMatch(new RegExp(`<(path|circle) [^>]*class="${name}"`));
    },
  );
});
