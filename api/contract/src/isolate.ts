// Letters of right-to-left scripts, and directional formatting characters.
const directional =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a text's direction by Unicode's FSI and PDI, so that it does not reorder the sentence around it: for attributes, titles,
 * options and mails, where `<bdi>` is not available. Left-to-right text stays unchanged.
 */
export function isolate(text: string): string {
  return directional.test(text) ? `\u2068${text}\u2069` : text;
}
