import { listPageWords, type MockScenario } from '@frens/contract/mocks';

/** What single words of a scenario do to the page: what no answer of a server could. */
const effects: Record<string, (rest: string) => void> = {
  rtl() {
    document.documentElement.dir = 'rtl';
  },
  'remote-down'(remote) {
    const append = document.head.appendChild.bind(document.head);
    document.head.appendChild = (node) => {
      if (node instanceof HTMLScriptElement && node.src.includes(`/remotes/${remote}/`))
        node.src = `/remotes/${remote}/is-down.js`;
      return append(node);
    };
  },
  'microphone-denied'() {
    const denied = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: denied } });
  },
  'no-voice'() {
    Object.defineProperty(globalThis, 'speechSynthesis', { value: undefined });
  },
};

/** Does what a choice says of the page. */
export function applyPageWords(choice: MockScenario): void {
  for (const { name, rest } of listPageWords(choice)) effects[name]?.(rest);
}
