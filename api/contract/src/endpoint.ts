import type { z } from 'zod';
import type { CallLimit } from './call-limits.ts';
import type { ErrorCode, Refusal } from './errors.ts';

/**
 * Who may call an endpoint: `member` (signed in), `complete` (signed in with a complete profile, D10) or `public`. The default is private,
 * so that `public` stands out in review.
 */
export type Access = 'member' | 'complete' | 'public';

/** The status of an endpoint's ordinary success. */
export function successStatus({ status, response, answer }: Endpoint): number {
  if (answer) return status ?? (answer.kind === 'file' ? 200 : 303);
  return status ?? (response ? 200 : 204);
}

/** The declaration of one call. Its method and path are its key in the contract. */
export interface Endpoint {
  /** Default: `member`, a signed-in caller. */
  readonly access?: Access;
  /** Suspended members (D23) may call it too. They may call public endpoints as visitors. */
  readonly whileSuspended?: true;
  /** For public calls that treat everybody alike: the session is not looked up. Their own limits are stricter than those of all writes. */
  readonly ignoresSession?: true;
  /** Success status; default 200, 204 without a response, 303 for redirects. */
  readonly status?: number;
  /** An alternative success status with the same response. */
  readonly otherStatus?: number;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body is ignored: for calls made by other programs. */
  readonly ignoresBody?: true;
  /** The body is a form with one file instead of JSON. */
  readonly upload?: UploadRule;
  /** Absent if the response has no JSON body. */
  readonly response?: z.ZodType;
  /** The response is a file or a redirect instead of JSON: browsers request it, not the client. */
  readonly answer?: FileRule | RedirectRule;
  /** The answer is a page of a list; `Link: <…>; rel="next"` links to the next one (D1). */
  readonly paged?: true;
  /** Its rate limits, besides the limits of every call (D49). */
  readonly limits?: readonly CallLimit[];
  /** Error codes for single invalid fields, instead of `invalid`. */
  readonly invalidCodes?: Readonly<Record<string, ErrorCode>>;
  /** Refusals by its own rules; `refusals.ts` adds those that follow from the rest of its declaration. */
  readonly refuses?: readonly Refusal[];
}

/** An upload: one file in one field; reading stops at its size limit. */
export interface UploadRule {
  readonly field: string;
  readonly maxBytes: number;
  /** Accepted types; the server checks the bytes, not the name. */
  readonly types: readonly string[];
}

/** The answer is the bytes of a file. */
export interface FileRule {
  readonly kind: 'file';
  readonly types: readonly string[];
  /** Pages request it as a `Blob` through the client, not by URL. */
  readonly byClient?: true;
}

/** The answer is a redirect without a body. */
export interface RedirectRule {
  readonly kind: 'redirect';
}

/** A handler's answer when it is a file. */
export interface FileAnswer {
  /** One of the types that the contract names. */
  type: string;
  /** Its ETag. */
  version: string;
  /** The address contains this version, so browsers may cache the file for ever. */
  isPinned: boolean;
  /** HTTP's `public`, of a pinned file only: it is about nobody, so shared caches may keep it too. */
  isPublic?: boolean;
  /** Private: only the caller may cache it. */
  isPersonal?: boolean;
  /** Called only if the caller has no current copy. */
  read(): string | Uint8Array;
}

/** A handler's answer when it is a redirect. */
export interface RedirectAnswer {
  location: string;
}

/** Declares one endpoint and keeps its exact type. One without any rule states its status: `{}` would absorb the types of all others. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `"POST /api/circles/:id/join"` */
export type EndpointKey = `${Method} /${string}`;

/** `'GET /api/pandas/:id/stakes'` → `'id'` */
type ParamNames<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamNames<Segment> | ParamNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** The parameters that an endpoint's path names. */
export type PathParams<Key extends string> = { [Name in ParamNames<Key>]: string };

/** Parts of an endpoint as callers send them (before parsing)… */
export type QueryInput<E> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type BodyInput<E> = E extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** …and as the server reads them (parsed, trimmed, with defaults). */
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
/** The file of a call that takes one, under the name of its field. */
export type UploadInput<E> = E extends { upload: { field: infer Field extends string } }
  ? { [Name in Field]: Blob }
  : undefined;
/** The endpoint's answer. */
export type AnswerOf<E> = E extends { response: infer R extends z.ZodType }
  ? z.output<R>
  : E extends { answer: FileRule }
    ? FileAnswer
    : E extends { answer: RedirectRule }
      ? RedirectAnswer
      : void;

/** The endpoint's alternative success status, if any. */
export type OtherStatusOf<E> = E extends { otherStatus: infer S extends number } ? S : never;

/** Splits an endpoint's key into method and path. */
export function parseKey(key: string): { method: Method; path: string } {
  const space = key.indexOf(' ');
  // Safe: every key of the contract is an EndpointKey, whose first word is a method.
  return { method: key.slice(0, space) as Method, path: key.slice(space + 1) };
}
