import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTabs, mockHeader, nextAnswerPath } from '@frens/contract/mocks';

const calls = /^\/(api|media)\//;
/** How soon browsers automatically retry a request on a closed keep-alive connection, in milliseconds. */
const resendMs = 200;

/**
 * Answers API calls from the mocks, over HTTP.
 *
 * @param hasApi whether a real API answers calls without a scenario
 */
export function mockAnswers({ hasApi }: { hasApi: boolean }) {
  const { answerOf, changeNext } = createTabs();
  let isAnyChosen = false;
  /** When calls were dropped: the browser's automatic retry must be dropped, too, or the page would never see the failure. */
  const lostAt = new Map<string, number>();
  return {
    name: 'mock-answers',
    async middleware(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
      const { url = '/', method = 'GET', headers } = request;
      if (url === nextAnswerPath) return void response.end(await change(request));
      const isChosen = /scenario=\w/.test(String(headers[mockHeader.toLowerCase()]));
      isAnyChosen ||= isChosen;
      // Images carry no header, so they may belong to a tab's scenario.
      const isOurs = isChosen || !hasApi;
      if (!calls.test(url) || !(isOurs || (isAnyChosen && url.startsWith('/media/')))) return next();
      const sent = await readAll(request);
      const id = `${method} ${url} ${String(headers[mockHeader.toLowerCase()])}`;
      const isSentAgain = Date.now() - (lostAt.get(id) ?? 0) < resendMs;
      const answer = isSentAgain
        ? Response.error()
        : await answerOf(
            new Request(`http://${headers.host}${url}`, {
              // Node omits the body of HEAD responses.
              method: method === 'HEAD' ? 'GET' : method,
              headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
              body: sent.length > 0 ? sent : undefined,
            }),
          );
      if (answer?.type === 'error') {
        lostAt.set(id, Date.now());
        return void response.destroy();
      }
      if (!answer || !(answer.ok || isOurs)) return next();
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
  };

  /** @returns the error message, or an empty string */
  async function change(request: IncomingMessage): Promise<string> {
    const { text, body } = JSON.parse(String(await readAll(request)));
    try {
      changeNext(String(request.headers[mockHeader.toLowerCase()]), text, body);
      return '';
    } catch (error) {
      if (error instanceof RangeError) return error.message;
      throw error;
    }
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
