import type { ServedPages } from '@frens/compose';
import { type MockScenario, mockHeader } from '@frens/contract/mocks';
import { getResponse } from 'msw';
import { createPageHandlers, findShownRemote } from './create-page-handlers.ts';
import { applyPageWords } from './page-words.ts';

/**
 * Lets this page of a deployed site answer every call of its own in a scenario, where no server does it (docs/decisions/0152).
 *
 * @param choice a scenario that does not exist is said on the page, with those that do
 */
export function answerByScenario(choice: MockScenario, pages: ServedPages): void {
  const handlers = createPageHandlers(choice, pages);
  applyPageWords(choice);
  const fetchOverTheNetwork = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set(mockHeader, String(new URLSearchParams({ remote: findShownRemote(pages) })));
    const answer = await unlessAborted(getResponse(handlers, request), request.signal);
    if (!answer) return fetchOverTheNetwork(input, init);
    if (answer.type === 'error') throw new TypeError('Failed to fetch');
    return answer;
  };
  // Pictures of the scenario are asked for by elements, and the server does not know them. Before anybody else hears of it.
  addEventListener(
    'error',
    (event) => {
      const { target: image } = event;
      if (!(image instanceof HTMLImageElement) || !/\/media\//.test(image.src)) return;
      event.stopImmediatePropagation();
      void drawnBy(handlers, image.src).then((drawn) => {
        image.removeAttribute('srcset');
        image.src = drawn;
      });
    },
    { capture: true },
  );
}

/** A scenario that never answers is left like a server that does not. */
function unlessAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return Promise.race([
    answer,
    new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  ]);
}

/** A picture as an address of its own; what the scenario does not have either stays empty, and is not asked for again. */
async function drawnBy(handlers: Parameters<typeof getResponse>[0], address: string): Promise<string> {
  const answer = await getResponse(handlers, new Request(address));
  const picture = answer?.ok ? await answer.blob() : new Blob();
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsDataURL(picture);
  });
}
