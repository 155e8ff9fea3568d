import {
  type CallAnswer,
  type CallKey,
  type CallParams,
  type Contract,
  contract,
  type Endpoint,
  type Language,
  type ParsedBody,
  type ParsedQuery,
} from '@frens/contract';
import { parseKey } from '@frens/contract/endpoint';
import { errorCodes } from '@frens/contract/errors';
import { fieldProblems } from '@frens/contract/validation';
import { Router } from '@koa/router';
import type { ClientSession } from 'mongoose';
import { invalid, signedOut } from './errors.ts';
import {
  claim,
  type FirstAnswer,
  firstAnswer,
  keepAnswer,
  type Repeatable,
  RepeatedRequest,
  repeatableRequest,
  stillRunning,
} from './idempotency.ts';
import { readBody } from './middleware/read-body.ts';
import type { Services } from './services.ts';
import type { ApiContext, Caller, RequestState } from './state.ts';

/** Public calls may be made by anybody; all others have a caller. */
type CallerOf<Key extends CallKey> = Contract[Key] extends { access: 'public' } ? Caller | null : Caller;

/** One call as its handler sees it: parsed by the contract, the caller known. */
export interface Call<Key extends CallKey> {
  params: CallParams<Key>;
  query: ParsedQuery<Key>;
  body: ParsedBody<Key>;
  caller: CallerOf<Key>;
  language: Language;
  /** The idempotency key the caller sent, to be kept with what it caused. */
  idempotencyKey: string | undefined;
  services: Services;
  ctx: ApiContext;
  /** Answers with another success status than the endpoint's own. */
  setStatus(status: number): void;
  /**
   * Does the work of a call that writes, in one transaction, and returns its answer. A request that is repeated under
   * its idempotency key gets the first answer instead (D52).
   */
  transact(work: (session: ClientSession) => Promise<CallAnswer<Key>>): Promise<CallAnswer<Key>>;
}

export type Handler<Key extends CallKey> = (call: Call<Key>) => Promise<CallAnswer<Key>>;

/** Finds out who is calling. Given from above, because sessions are a capability like any other. */
export type FindCaller = (services: Services, ctx: ApiContext) => Promise<Caller | null>;

type RoutedContext = ApiContext & { params: Record<string, string> };

/** The calls of one capability. */
export interface Resource {
  bind(router: Router<RequestState>, services: Services, findCaller: FindCaller): void;
}

type On = <Key extends CallKey>(key: Key, handler: Handler<Key>) => void;

/** Declares the calls of one capability by their names in the contract; an unknown name does not compile. */
export function defineResource(declare: (on: On) => void): Resource {
  return {
    bind(router, services, findCaller) {
      declare((key, handler) => {
        const { method, path } = parseKey(key);
        router.register(path, [method], (ctx) => answer(key, handler, { services, findCaller, ctx }));
      });
    },
  };
}

async function answer<Key extends CallKey>(
  key: Key,
  handler: Handler<Key>,
  { services, findCaller, ctx }: { services: Services; findCaller: FindCaller; ctx: RoutedContext },
): Promise<void> {
  const definition: Endpoint = contract[key];
  ctx.state.route = key;
  const caller = await findCaller(services, ctx);
  ctx.state.caller = caller;
  if (!caller && definition.access !== 'public') throw signedOut();

  const rawBody = definition.body ? await readObject(ctx) : await readNothing(ctx);
  const query = parse(definition, definition.query, ctx.query);
  const body = parse(definition, definition.body, rawBody);
  const repeatable = caller ? repeatableRequest(ctx, key, String(caller.user._id), rawBody) : null;
  const before = repeatable && (await firstAnswer(services, repeatable));
  if (before) return replay(ctx, before);

  const ordinary = definition.status ?? (definition.response ? 200 : 204);
  let status = ordinary;
  try {
    const result = await handler({
      // True because the router reads the parameters from the same path that their type is made from…
      params: ctx.params as CallParams<Key>,
      // …because the schemas that parse query and body are those that their types are made from…
      query: query as ParsedQuery<Key>,
      body: body as ParsedBody<Key>,
      // …and because nobody without a session gets here on a call that is not public.
      caller: caller as CallerOf<Key>,
      language: ctx.state.language,
      idempotencyKey: repeatable?.key,
      services,
      ctx,
      setStatus: (other) => {
        status = other;
      },
      transact: (work) =>
        services.db.transaction(async (session) => {
          // The work may run again: it starts from the ordinary status each time.
          status = ordinary;
          if (repeatable) await claim(services, repeatable, session);
          const result = await work(session);
          if (repeatable) await keepAnswer(services, repeatable, { status, body: result }, session);
          return result;
        }),
    });
    if (services.config.checkAnswers) definition.response?.parse(result);
    ctx.status = status;
    ctx.body = status === 204 ? null : result;
  } catch (error) {
    if (!(error instanceof RepeatedRequest) || !repeatable) throw error;
    replay(ctx, await theOthersAnswer(services, repeatable));
  }
}

/** Another request with the same key got there first: it has answered by now, or is still at work. */
async function theOthersAnswer(services: Services, repeatable: Repeatable): Promise<FirstAnswer> {
  const answered = await firstAnswer(services, repeatable);
  if (!answered) throw stillRunning();
  return answered;
}

function replay(ctx: ApiContext, { status, body }: FirstAnswer): void {
  ctx.set('Idempotency-Replayed', 'true');
  ctx.status = status;
  ctx.body = status === 204 ? null : body;
}

/** No body at all says the same as `{}`; `null` is a value, and no object. */
async function readObject(ctx: ApiContext): Promise<unknown> {
  const body = await readBody(ctx);
  return body === undefined ? {} : body;
}

/** Calls without a body may be sent with `{}`; anything that is not JSON is refused as everywhere. */
async function readNothing(ctx: ApiContext): Promise<undefined> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') await readBody(ctx);
  return undefined;
}

function parse(definition: Endpoint, schema: Endpoint['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = fieldProblems(result.error.issues);
  const exact = Object.keys(problems).map((field) => definition.invalidCodes?.[field]);
  throw invalid(problems, exact.find((code) => code !== undefined) ?? errorCodes.invalid);
}
