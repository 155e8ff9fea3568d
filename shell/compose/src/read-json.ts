import type { z } from 'zod';

/** What does not fit in a JSON text, and where; the path of the whole is empty. */
export interface Wrong {
  path: readonly PropertyKey[];
  message: string;
  /** Whether it is no JSON at all. */
  isSyntax?: boolean;
}

/** Reads a JSON text of which it must be known what in it is wrong. */
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
    // What is not known has no place of its own in the schema, and one in the text.
    path: issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path,
    message: issue.message,
  }));
  return { data: null, wrong };
}

/** In one line, with the field: a message about a text may quote several of its lines. */
export const wrongText = ({ path, message }: Wrong): string =>
  `${path.map(String).join('.') || 'all of it'}: ${message.replace(/\s+/g, ' ')}`;
