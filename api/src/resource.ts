import { hash } from 'node:crypto';
import {
  type CallAnswer,
  type CallKey,
  type CallParams,
  type CallUpload,
  type Contract,
  contract,
  type Endpoint,
  type Language,
  type ParsedBody,
  type ParsedQuery,
} from '@frens/contract';
import { type OtherStatusOf, parseKey, successStatus } from '@frens/contract/endpoint';
import { errorCodes, type Refusal } from '@frens/contract/errors';
import { hasMessage } from '@frens/contract/messages';
import { commonRefusals, declaredRefusals } from '@frens/contract/refusals';
import { fieldProblems } from '@frens/contract/validation';
import { Router } from '@koa/router';
import type { Command, Fact } from './database/command.ts';
import { idFrom, type ObjectId } from './database/ids.ts';
import { AppError, forbidden, invalid, signedOut } from './errors.ts';
import {
  checkFacts,
  claim,
  type FirstFacts,
  firstFacts,
  type Repeatable,
  RepeatedRequest,
  repeatableRequest,
  stillRunning,
  storeFacts,
} from './idempotency.ts';
import { readBody } from './middleware/read-body.ts';
import { readUpload, type Upload } from './middleware/read-upload.ts';
import { sendAnswer } from './middleware/send-answer.ts';
import { acquireUploadSlot } from './middleware/upload-semaphore.ts';
import { limitCall, limitEveryCall } from './rate-limits/limit-call.ts';
import { aside, requestContext } from './request-context.ts';
import { accountSuspended, suspensionOf } from './resources/members/suspension.policy.ts';
import type { CallServices, Services } from './services.ts';
import type { ApiContext, Caller, RequestState } from './state.ts';

/** Public calls have an optional caller; all others have one. */
type CallerOf<Key extends CallKey> = Contract[Key] extends { access: 'public' } ? Caller | null : Caller;

/** Calls with an upload in the contract have a file; all others have none. */
type UploadOf<Key extends CallKey> = CallUpload<Key> extends undefined ? undefined : Upload;

/** A call as its handler receives it: validated against the contract, with its caller. */
export interface Call<Key extends CallKey> {
  params: CallParams<Key>;
  /** The path's parameters as ids; reading it throws 404 when one is malformed. */
  readonly ids: Record<keyof CallParams<Key>, ObjectId>;
  query: ParsedQuery<Key>;
  body: ParsedBody<Key>;
  /** The uploaded file, where the call takes one. */
  upload: UploadOf<Key>;
  caller: CallerOf<Key>;
  language: Language;
  /** The client's idempotency key, stored with the call's effects. */
  idempotencyKey: string | undefined;
  services: CallServices;
  ctx: ApiContext;
  /** Whether the call exceeded one of its silent limits. */
  isPastLimit: boolean;
  /** Whether this is a replay under an idempotency key that has already acted: handlers skip their checks. */
  isRepeated: boolean;
  /** Responds with the contract's alternative success status. */
  setStatus(status: OtherStatusOf<Contract[Key]>): void;
  /**
   * Runs a writing call in one transaction, then presents its facts by reading what it wrote by id. A replay under the same
   * idempotency key writes nothing and presents the first request's facts again (D52).
   */
  transact<Facts extends Fact>(
    command: Command<Facts>,
    ...present: Presenter<Key, Facts>
  ): Promise<CallAnswer<Key>>;
}

type Present<Key extends CallKey, Facts> = (facts: Facts) => CallAnswer<Key> | Promise<CallAnswer<Key>>;

/** Calls without an answer need no presenter. */
type Presenter<Key extends CallKey, Facts> =
  undefined extends CallAnswer<Key> ? [present?: Present<Key, Facts>] : [present: Present<Key, Facts>];

export type Handler<Key extends CallKey> = (call: Call<Key>) => Promise<CallAnswer<Key>>;

/** Resolves the caller. Injected, because sessions are a capability like any other. */
export interface Callers {
  find(services: Services, ctx: ApiContext): Promise<Caller | null>;
  /** Whether the session still exists, checked inside the writing transaction. */
  areSignedIn(services: Services, caller: Caller): Promise<boolean>;
  /** Whether the browser sent a session cookie, even of an ended session. */
  haveSession(services: Services, ctx: ApiContext): boolean;
}

type RoutedContext = ApiContext & { params: Record<string, string> };

/** The calls of one capability. */
export interface Resource {
  /** Keys of its calls. */
  readonly keys: readonly CallKey[];
  bind(router: Router<RequestState>, services: CallServices, callers: Callers): void;
}

type On = <Key extends CallKey>(key: Key, handler: Handler<Key>) => void;

/** Declares a capability's calls by their keys in the contract; an unknown key does not compile. */
export function defineResource(declare: (on: On) => void): Resource {
  const keys: CallKey[] = [];
  declare((key) => keys.push(key));
  return {
    keys,
    bind(router, services, callers) {
      declare((key, handler) => {
        const { method, path } = parseKey(key);
        router.register(path, [method], async (ctx) => {
          try {
            await answer(key, handler, { services, callers, ctx });
          } catch (error) {
            if (services.config.checkAnswers) assertDeclared(key, error);
            throw error;
          }
        });
      });
    },
  };
}

async function answer<Key extends CallKey>(
  key: Key,
  handler: Handler<Key>,
  { services, callers, ctx }: { services: CallServices; callers: Callers; ctx: RoutedContext },
): Promise<void> {
  const definition: Endpoint = contract[key];
  ctx.state.route = key;
  const found = definition.ignoresSession ? null : await callers.find(services, ctx);
  const suspension = found && suspensionOf(found.user, services.clock.now());
  const caller = suspension && definition.access === 'public' ? null : found;
  // Stays absent when the session is not looked up: null would mean that it has ended.
  if (!definition.ignoresSession) ctx.state.caller = caller;
  const work = requestContext();
  if (caller) work?.place?.belongTo(String(caller.user._id));
  await limitEveryCall(services, ctx, definition);
  if (!caller && definition.access !== 'public') throw signedOut(callers.haveSession(services, ctx));
  if (caller && suspension && !definition.whileSuspended) throw accountSuspended(services.config, suspension);
  if (definition.access === 'complete' && !caller?.user.profileComplete)
    throw forbidden(errorCodes.profileIncomplete);

  // Uploads count against the limit before their file is read, because reading is what they cost.
  if (definition.upload) {
    await limitCall(services, ctx, key, definition, undefined);
    acquireUploadSlot(ctx);
  }
  const upload = definition.upload && (await aside(readUpload(ctx, definition.upload)));
  const rawBody = upload ? describeUpload(upload) : await readJson(ctx, definition);
  const query = parse(definition, definition.query, ctx.query);
  const body = parse(definition, definition.body, rawBody);
  // Public calls ignore idempotency keys: each consumes a link or starts a session only once anyway, and a replay would reveal
  // whether an account exists.
  const repeatable =
    caller && definition.access !== 'public'
      ? repeatableRequest(ctx, key, String(caller.user._id), rawBody)
      : null;
  const firstRequest = repeatable && (await firstFacts(services, repeatable));
  // A replay writes nothing, so it does not count against the limit.
  const isCounted = firstRequest !== null || upload !== undefined;
  const counted = isCounted ? null : await limitCall(services, ctx, key, definition, body);

  // A caller signed out in the meantime, for example by a password change, must not write.
  const requireSession = <Facts extends Fact>({ lockKeys, run }: Command<Facts>): Command<Facts> => ({
    lockKeys,
    async run() {
      if (caller && !(await callers.areSignedIn(services, caller))) throw signedOut(true);
      return run();
    },
  });

  // Do not start work for a client that has disconnected.
  work?.signal.throwIfAborted();
  let status = successStatus(definition);
  const result = await handler({
    // Safe: the router parses the parameters from the path that defines their type…
    params: ctx.params as CallParams<Key>,
    get ids() {
      const ids = Object.entries(ctx.params).map(([name, text]) => [name, idFrom(text)] as const);
      return Object.fromEntries(ids) as Call<Key>['ids'];
    },
    // …the schemas that parse query and body define their types…
    query: query as ParsedQuery<Key>,
    body: body as ParsedBody<Key>,
    // …the file was read exactly when the contract has an upload…
    upload: upload as UploadOf<Key>,
    // …and only public calls get here without a session.
    caller: caller as CallerOf<Key>,
    language: ctx.state.language,
    idempotencyKey: repeatable?.key,
    services,
    ctx,
    isPastLimit: counted?.isPast ?? false,
    isRepeated: firstRequest !== null,
    setStatus: (other) => {
      status = other;
    },
    // Safe: a key belongs to one call, and each call stores the facts of one command.
    transact: async <Facts extends Fact>(command: Command<Facts>, ...[present]: Presenter<Key, Facts>) => {
      const facts = firstRequest
        ? replay(ctx, firstRequest)
        : await runCommand(services, ctx, requireSession(command), repeatable);
      // Safe: only calls without an answer have no presenter.
      return present?.(facts as Facts) as CallAnswer<Key>;
    },
  }).catch(async (error: unknown) => {
    await counted?.giveBack();
    throw error;
  });
  if (services.config.checkAnswers) definition.response?.parse(result);
  ctx.status = status;
  if (definition.answer) sendAnswer(ctx, definition.answer, result);
  else ctx.body = status === 204 ? null : result;
}

/** Runs a command, or replays the facts of a request that claimed the same key first. */
async function runCommand(
  services: Services,
  ctx: ApiContext,
  { lockKeys, run }: Command<Fact>,
  repeatable: Repeatable | null,
): Promise<Fact> {
  const keys = typeof lockKeys === 'function' ? await lockKeys() : lockKeys;
  try {
    return await services.db.transaction(
      async () => {
        if (repeatable) await claim(services, repeatable);
        const facts = await run();
        checkFacts(facts);
        if (repeatable) await storeFacts(services, repeatable, facts);
        return facts;
      },
      { lockKeys: keys },
    );
  } catch (error) {
    if (!(error instanceof RepeatedRequest) || !repeatable) throw error;
    const first = await firstFacts(services, repeatable);
    // The first request may still be running, or have failed and freed the key.
    if (!first) throw stillRunning();
    return replay(ctx, first);
  }
}

function replay(ctx: ApiContext, { facts }: FirstFacts): Fact {
  ctx.state.isReplay = true;
  ctx.set('Idempotency-Replayed', 'true');
  return facts;
}

/** Identifies a repeated upload for its idempotency key. */
function describeUpload({ bytes, declaredType }: Upload) {
  return { declaredType, sha256: hash('sha256', bytes) };
}

async function readJson(ctx: ApiContext, { body, ignoresBody }: Endpoint): Promise<unknown> {
  if (ignoresBody) return undefined;
  return body ? readObject(ctx) : readNothing(ctx);
}

/** A missing body equals `{}`; `null` is a value and not an object. */
async function readObject(ctx: ApiContext): Promise<unknown> {
  const body = await readBody(ctx);
  return body === undefined ? {} : body;
}

/** Calls without a body accept `{}`; malformed JSON is refused as everywhere. */
async function readNothing(ctx: ApiContext): Promise<undefined> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') await readBody(ctx);
  return undefined;
}

/** Throws when the contract does not declare a refusal: clients and mocks would not know it. */
function assertDeclared(key: CallKey, error: unknown): void {
  if (!(error instanceof AppError)) return;
  const refusal: Refusal = `${error.status} ${error.code}`;
  if (![...declaredRefusals(key, contract[key]), ...commonRefusals].includes(refusal))
    throw new Error(`${key} refuses with ${refusal}, which its contract does not declare.`, { cause: error });
}

function parse(definition: Endpoint, schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = fieldProblems(result.error.issues, hasMessage);
  const exact = Object.keys(problems).map((field) => definition.invalidCodes?.[field]);
  throw invalid(problems, exact.find((code) => code !== undefined) ?? errorCodes.invalid);
}
