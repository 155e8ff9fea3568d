import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTabs, mockHeader } from '@frens/contract/mocks';

const calls = /^\/(api|media)\//;

/**
 * Answers calls from the mocks, over HTTP.
 *
 * @param hasApi whether an API answers those that choose no scenario
 */
export function mockAnswers({ hasApi }: { hasApi: boolean }) {
  const answerOf = createTabs();
  let isAnyChosen = false;
  return {
    name: 'mock-answers',
    async middleware(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
      const { url = '/', method = 'GET', headers } = request;
      const isChosen = /scenario=\w/.test(String(headers[mockHeader.toLowerCase()]));
      isAnyChosen ||= isChosen;
      // A picture may be one of the scenario that a tab shows.
      const isOurs = isChosen || !hasApi;
      if (!calls.test(url) || !(isOurs || (isAnyChosen && url.startsWith('/media/')))) return next();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = await answerOf(
        new Request(`http://${headers.host}${url}`, {
          method,
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
          body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
        }),
      );
      if (answer?.type === 'error') return void response.destroy();
      if (!answer || !(answer.ok || isOurs)) return next();
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
  };
}
