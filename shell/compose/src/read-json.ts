import type { z } from 'zod';

/** A fault of a JSON text and its path; the path of the whole text is empty. */
export interface Wrong {
  path: readonly PropertyKey[];
  message: string;
  /** Whether it is a syntax error. */
  isSyntax?: boolean;
}

/** Parses a JSON text, and reports every fault. */
export function readJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): { data: z.output<Schema>; wrong: null } | { data: null; wrong: Wrong[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { data: null, wrong: [{ path: [], message: (error as Error).message, isSyntax: true }] };
  }
  const { data, error } = schema.safeParse(content);
  if (!error) return { data, wrong: null };
  const wrong = error.issues.map((issue) => ({
    // An unknown key is in the text, not in the schema.
    path: issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path,
    message: issue.message,
  }));
  return { data: null, wrong };
}

/** Formats a fault in one line, with its field; syntax errors may quote several lines. */
export const wrongText = ({ path, message }: Wrong): string =>
  `${path.map(String).join('.') || 'all of it'}: ${message.replace(/\s+/g, ' ')}`;
