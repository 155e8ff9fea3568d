/** What a member may have set in their system, by the feature that a media query asks for; false is what the system says. */
type MediaChoices = Readonly<Record<string, string | false>>;

let chosen: MediaChoices = {};

/** What a query is to be answered with; null leaves it to the browser. */
function answerFor(query: string): boolean | null {
  const [, feature = '', value = ''] = /^\(([\w-]+): ([\w-]+)\)$/.exec(query.trim()) ?? [];
  const choice = chosen[feature];
  return choice ? choice === value : null;
}

/** The condition that each rule was written with. */
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
  // Read anew at each rendering, so that nobody needs to be told of a choice in the toolbar.
  if (answer !== null) Object.defineProperty(list, 'matches', { value: answer });
  return list;
};
// Styles of what is loaded later.
new MutationObserver(applyToPage).observe(document.head, { childList: true, subtree: true });
document.head.addEventListener('load', applyToPage, true);

/**
 * Shows a page as members see it who have set these in their system: a page cannot set a media feature, but it can rewrite the rules that ask for it.
 *
 * @param choices `{ 'prefers-contrast': 'more' }`
 */
export function pretendMedia(choices: MediaChoices): void {
  chosen = choices;
  applyToPage();
}
