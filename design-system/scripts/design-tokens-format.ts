// Schemas of the W3C Design Tokens Format and Resolver Modules (2025.10), limited to the token types in use.
import { z } from 'zod';

const share = z.number().min(0).max(1);
const name = '[^${}.][^{}.]*';
const reference = z.string().regex(new RegExp(`^\\{${name}(\\.${name})*\\}$`));
const colour = z.strictObject({
  colorSpace: z.literal('srgb'),
  components: z.tuple([share, share, share]),
  alpha: share.optional(),
  hex: z
    .string()
    .regex(/^#[\da-f]{6}$/i)
    .optional(),
});
const length = z.strictObject({ value: z.number(), unit: z.enum(['px', 'rem']) });
const shadow = z.strictObject({
  color: colour.or(reference),
  ...Object.fromEntries(['offsetX', 'offsetY', 'blur', 'spread'].map((side) => [side, length.or(reference)])),
  inset: z.boolean().optional(),
});
const values = {
  color: colour,
  dimension: length,
  duration: z.strictObject({ value: z.number(), unit: z.enum(['ms', 's']) }),
  number: z.number(),
  cubicBezier: z.tuple([share, z.number(), share, z.number()]),
  fontFamily: z.string().or(z.array(z.string()).min(1)),
  shadow: shadow.or(z.array(shadow.or(reference)).min(1)),
};
const tokenFormat = z.strictObject({
  $type: z.enum(Object.keys(values) as (keyof typeof values)[]),
  $value: z.unknown(),
  $description: z.string().optional(),
  $extensions: z.record(z.string().regex(/^\w+(\.\w+)+$/), z.unknown()).optional(),
});
/** A token as written in its file. */
export type Token = z.infer<typeof tokenFormat>;

/** Flattens a token file to a map from path to token. @throws {z.ZodError} if the file violates the format */
export function readTokens(group: unknown, prefix = ''): Record<string, Token> {
  const { $description, ...entries } = z.record(z.string(), z.unknown()).parse(group);
  z.string().optional().parse($description);
  return Object.assign(
    {},
    ...Object.entries(entries).map(([key, entry]) => {
      z.string()
        .regex(new RegExp(`^${name}$`))
        .parse(key);
      if (!Object.hasOwn(entry as object, '$value')) return readTokens(entry, `${prefix}${key}.`);
      const token = tokenFormat.parse(entry);
      reference.or(values[token.$type]).parse(token.$value);
      return { [`${prefix}${key}`]: token };
    }),
  ) as Record<string, Token>;
}

const sources = z.array(z.strictObject({ $ref: z.string().regex(/^[\w.-]+\.tokens\.json$/) }));
const resolverFormat = z.strictObject({
  $schema: z.url(),
  name: z.string(),
  version: z.literal('2025.10'),
  sets: z.record(z.string(), z.strictObject({ sources })),
  modifiers: z.record(
    z.string(),
    z
      .strictObject({ contexts: z.record(z.string(), sources), default: z.string() })
      .refine(({ contexts, default: usual }) => usual in contexts && Object.keys(contexts).length > 1),
  ),
  resolutionOrder: z
    .array(z.strictObject({ $ref: z.string().regex(/^#\/(sets|modifiers)\/[\w-]+$/) }))
    .min(1),
});

/** Parses the resolver file. @throws {z.ZodError} if it violates the format */
export const readResolver = (file: unknown) => resolverFormat.parse(file);
