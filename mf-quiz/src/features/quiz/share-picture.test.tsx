import { mock } from '@frens/contract/mocks';
import { traitScale } from '@frens/contract/trait-scale';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureSize } from './result-picture.ts';
import { answerLabs, openQuiz, prepareQuizTests } from './testing/open-quiz.ts';
import { saved, signature } from './testing/saved-quiz.ts';

prepareQuizTests();

/** The canvas's text and size. */
const written: string[] = [];
let size: unknown;
const fill = () => undefined;
const { getContext, toBlob } = HTMLCanvasElement.prototype;
const { decode } = HTMLImageElement.prototype;

/** Stubs the canvas; an end-to-end journey checks the real picture. */
function stubDrawing(): void {
  const pen = new Proxy(
    { fillText: (text: string) => written.push(text), createLinearGradient: () => ({ addColorStop: fill }) },
    { get: (own, name) => Reflect.get(own, name) ?? fill, set: () => true },
  );
  HTMLCanvasElement.prototype.getContext = (() => pen) as never;
  HTMLCanvasElement.prototype.toBlob = function (done, type) {
    size = { width: this.width, height: this.height };
    done(new Blob(['drawn'], { type }));
  };
  HTMLImageElement.prototype.decode = async () => undefined;
}

beforeEach(() => {
  written.length = 0;
});
afterEach(() => {
  Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob });
  Object.assign(HTMLImageElement.prototype, { decode });
});

async function finish() {
  const page = await openQuiz({ handlers: [mock('POST /api/vibe-quiz', () => saved)] });
  answerLabs(11);
  await screen.findByRole('heading', { level: 1, name: 'Soul Signature Complete!' });
  // The labs use a canvas, too.
  stubDrawing();
  return () => page.user.click(screen.getByRole('button', { name: 'Share as a picture' }));
}

/** Records saved files. */
function savedFiles(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  return names;
}

describe('the result', () => {
  it('explains each trait, strongest first', async () => {
    await finish();
    const meanings = within(screen.getByRole('region', { name: 'What your traits say about you' }));
    const values = meanings.getAllByRole('progressbar').map((one) => Number(one.getAttribute('value')));
    expect(values).toEqual(Object.values(signature.traits).toSorted((one, other) => other - one));
    // On the radar's scale.
    const scale = traitScale(signature.traits);
    expect(new Set(meanings.getAllByRole('progressbar').map((one) => one.getAttribute('max')))).toEqual(
      new Set([String(scale)]),
    );
    // Relative to this person: adventure leads, creativity is lowest.
    expect(meanings.getByText('You’re out of the door before anyone unfolds the map.')).toBeTruthy();
    expect(meanings.getByText('You look after what works, and others build on it.')).toBeTruthy();
  });

  it('is saved as a PNG if the browser cannot share', async () => {
    const names = savedFiles();
    const share = await finish();
    await share();
    await vi.waitFor(() => expect(names).toEqual(['soul-signature.png']), { timeout: 20_000 });
    expect(size).toEqual(pictureSize);
    expect(written).toEqual(
      expect.arrayContaining(['My Soul Signature', 'My leading trait is Adventure', 'Warmth', 'Frens']),
    );
  });

  it('is shared if possible, and saved only if sharing fails', async () => {
    const names = savedFiles();
    const shared: string[] = [];
    let failure: Error | null = null;
    const browserShare = async ({ files = [] }: ShareData) => {
      shared.push(...files.map((file) => `${file.name} ${file.type}`));
      if (failure) throw failure;
    };
    Object.assign(navigator, { canShare: () => true, share: browserShare });
    const share = await finish();
    await share();
    await vi.waitFor(() => expect(shared).toEqual(['soul-signature.png image/png']), { timeout: 20_000 });
    failure = new DOMException('closed', 'AbortError');
    await share();
    await vi.waitFor(() => expect(shared).toHaveLength(2), { timeout: 20_000 });
    expect(names).toEqual([]);
    failure = new DOMException('no', 'NotAllowedError');
    await share();
    await vi.waitFor(() => expect(names).toEqual(['soul-signature.png']), { timeout: 20_000 });
    Object.assign(navigator, { canShare: undefined, share: undefined });
  });

  it('reports when no picture can be made', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const share = await finish();
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    await share();
    expect(await screen.findByText(/We couldn’t make the picture/)).toBeTruthy();
  });
});
