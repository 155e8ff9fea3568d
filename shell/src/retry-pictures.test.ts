import { expect, it, onTestFinished, vi } from 'vitest';
import { retryPictures } from './retry-pictures.ts';

it('requests a picture that failed once more, and not again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  retryPictures();
  const picture = document.body.appendChild(document.createElement('img'));
  picture.setAttribute('src', '/media/drawings/30214-4-0f8e1c2a.svg');
  const request = vi.spyOn(picture, 'src', 'set').mockImplementation(() => {});
  for (let failure = 0; failure < 2; failure += 1) {
    picture.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(60_000);
  }
  expect(request.mock.calls).toEqual([['/media/drawings/30214-4-0f8e1c2a.svg']]);
});
