// Letters of Hebrew, Arabic and the scripts beside them, and signs that set a direction.
const directional =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Keeps a text from reordering the sentence that it is put into, by the signs that Unicode has for it (FSI and PDI): in attributes, titles,
 * options and mails, where there are no elements to do so. A text that reads from left to right stays as it is.
 */
export function isolate(text: string): string {
  return directional.test(text) ? `\u2068${text}\u2069` : text;
}
