/** Emulated media features and their values; false keeps the system's setting. */
type MediaChoices = Readonly<Record<string, string | false>>;

let chosen: MediaChoices = {};

/** Emulated result of a media query; null leaves it to the browser. */
function answerFor(query: string): boolean | null {
  const [, feature = '', value = ''] = /^\(([\w-]+): ([\w-]+)\)$/.exec(query.trim()) ?? [];
  const choice = chosen[feature];
  return choice ? choice === value : null;
}

/** Original condition of each rule. */
const written = new WeakMap<CSSMediaRule, string>();

function apply(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const query = written.get(rule) ?? rule.media.mediaText;
      written.set(rule, query);
      const answer = answerFor(query);
      const text = answer === null ? query : answer ? 'all' : 'not all';
      if (rule.media.mediaText !== text) rule.media.mediaText = text;
    }
    if (rule instanceof CSSGroupingRule) apply(rule.cssRules);
  }
}

function applyToPage(): void {
  for (const { cssRules } of document.styleSheets) apply(cssRules);
}

const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => {
  const list = asked(query);
  const answer = answerFor(query);
  // Evaluated on each render, so that toolbar changes need no event.
  if (answer !== null) Object.defineProperty(list, 'matches', { value: answer });
  return list;
};
// Stylesheets that load later.
new MutationObserver(applyToPage).observe(document.head, { childList: true, subtree: true });
document.head.addEventListener('load', applyToPage, true);

/**
 * Emulates media features: a page cannot set them, but it can rewrite the rules that query them.
 *
 * @param choices `{ 'prefers-contrast': 'more' }`
 */
export function pretendMedia(choices: MediaChoices): void {
  chosen = choices;
  applyToPage();
}
