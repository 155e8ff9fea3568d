import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pandas } from '../story-text.ts';
import { drawPanda } from './draw-panda.ts';
import { Panda } from './panda.tsx';
import { PandaScene } from './panda-scene.tsx';
import { svgUrl } from './svg-url.ts';
import { loadDrawings } from './use-drawings.ts';

const panda = pandas[0]!;
const decoded = (image: Element) =>
  decodeURIComponent((image.getAttribute('src') ?? '').replace('data:image/svg+xml,', ''));

describe('before the drawing code has loaded', () => {
  it('reserves the space, and fills it after loading', async () => {
    // Separate module instances: another test file on this page may have loaded the drawings already.
    vi.resetModules();
    const { Panda } = await import('./panda.tsx');
    const { loadDrawings } = await import('./use-drawings.ts');
    render(<Panda pandaId={panda.id} traits={panda.traits} name={panda.name} />);
    const image = screen.getByRole('img', { name: panda.name });
    expect(decoded(image)).toMatch(/width='512' height='512'\/>$/);
    await act(loadDrawings);
    expect(decoded(image)).toContain('viewBox');
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('Panda', () => {
  beforeAll(loadDrawings);
  it('shows exactly the drawing function’s output', () => {
    render(<Panda pandaId={panda.id} traits={panda.traits} score={panda.score} name={panda.name} />);
    const drawing = drawPanda({ id: panda.id, traits: panda.traits, score: panda.score });
    expect(decoded(screen.getByRole('img', { name: panda.name }))).toBe(drawing.replaceAll('"', "'"));
  });

  it('changes with the score only', () => {
    const { rerender } = render(<Panda pandaId="a" traits={panda.traits} score={50} name="A" />);
    const before = screen.getByRole('img').getAttribute('src');
    rerender(<Panda pandaId="a" traits={{ ...panda.traits }} score={50} name="A" />);
    expect(screen.getByRole('img').getAttribute('src')).toBe(before);
    rerender(<Panda pandaId="a" traits={panda.traits} score={500} name="A" />);
    expect(screen.getByRole('img').getAttribute('src')).not.toBe(before);
  });

  it('makes a data URL from any title', () => {
    const svg = drawPanda({ id: 'a', traits: panda.traits, title: `50% de Inés & "Tomás" #1's` });
    const url = svgUrl(svg);
    expect(url).toMatch(/^data:image\/svg\+xml,[ -~]+$/);
    expect(url).not.toMatch(/[<>#"]/);
    const shown = new DOMParser().parseFromString(
      decodeURIComponent(url.replace('data:image/svg+xml,', '')),
      'image/svg+xml',
    );
    expect(shown.documentElement.getAttribute('aria-label')).toBe(`50% de Inés & "Tomás" #1's`);
  });
});

describe('PandaScene', () => {
  it('animates from the first paint, unless the reader prefers reduced motion', () => {
    const { container } = render(<PandaScene scene="grove" />);
    const [source] = container.getElementsByTagName('source');
    expect(source?.media).toBe('(prefers-reduced-motion: no-preference)');
    expect(source?.srcset).toMatch(/grove.*#moving$/);
    expect(container.querySelector('img')?.src).toMatch(/grove[^#]*$/);
  });

  it('is decorative without an alt text', () => {
    const { rerender } = render(<PandaScene scene="sleeping" />);
    expect(screen.queryByRole('img')).toBeNull();
    rerender(<PandaScene scene="sleeping" alt="A panda asleep" />);
    expect(screen.getByRole('img', { name: 'A panda asleep' })).toBeDefined();
  });
});
