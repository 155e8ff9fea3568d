import { getResponse, type HttpHandler } from 'msw';
import { createScenarioHandlers, mockHeader, nextAnswer } from './parse-scenario.ts';

/** Path for setting a tab's next answer on the development server. */
export const nextAnswerPath = '/__mock/next';

/** The number of tabs to remember (least recently used are dropped). */
const mostTabs = 50;

interface Tab {
  choice: string;
  handlers: HttpHandler[];
  /** The URL of its page. */
  page?: string | null;
}

/**
 * Answers requests of many tabs, each with its own scenario and state.
 *
 * @returns functions that answer a request (undefined: nothing here does), and that change how a tab's next call is answered
 */
export function createTabs() {
  const tabs = new Map<string, Tab>();

  function tabOf(header: string): Tab {
    const { tab: id = '', scenario = '', as = 'member' } = Object.fromEntries(new URLSearchParams(header));
    const known = tabs.get(id);
    const choice = `${scenario} ${as}`;
    const tab =
      known?.choice === choice ? known : { choice, handlers: createScenarioHandlers({ scenario, as }) };
    // Most recently used last.
    tabs.delete(id);
    tabs.set(id, tab);
    for (const oldest of tabs.keys()) if (tabs.size > mostTabs) tabs.delete(oldest);
    return tab;
  }

  /** @throws RangeError listing the possible answers */
  function changeNext(header: string, text: string, body?: unknown): void {
    tabOf(header).handlers.unshift(...nextAnswer(text, body));
  }

  async function answerOf(request: Request): Promise<Response | undefined> {
    const header = request.headers.get(mockHeader);
    const page = request.headers.get('Referer');
    if (header !== null) return getResponse(Object.assign(tabOf(header), { page }).handlers, request);
    // Images and other elements send only the page's URL: the last tab with that page answers, or for a picture the last that has it.
    const last = [...tabs.values()].toReversed();
    const shown = last.filter((tab) => page !== null && tab.page === page);
    const asked = /\/media\//.test(request.url) ? [...shown, ...last] : shown.slice(0, 1);
    let answer: Response | undefined;
    for (const { handlers } of asked.length > 0 ? asked : [tabOf('')]) {
      answer = await getResponse(handlers, request.clone());
      if (answer?.status !== 404) break;
    }
    return answer;
  }
  return { answerOf, changeNext };
}
