import type { PublicAnswers } from '@frens/compose/server';
import type { Language } from '@frens/contract';
import type Koa from 'koa';
import type { User } from './resources/members/user.model.ts';
import type { Session } from './resources/sessions/session.model.ts';

/** The signed-in caller. */
export interface Caller {
  user: User;
  session: Session;
}

/** Answers API calls as a signed-out visitor, by address: null for a missing resource; null overall when a call times out. */
export type ReadAsVisitor = (calls: readonly string[], language: Language) => Promise<PublicAnswers | null>;

/** What middleware knows about a request. */
export interface RequestState {
  requestId: string;
  /** The caller's network; null for direct callers on this machine (D49). */
  network: string | null;
  language: Language;
  /** Null: signed out. Absent until the session is looked up. */
  caller?: Caller | null;
  /** The request is a replay of an idempotent request and writes nothing (D52). */
  isReplay?: true;
  /** Time in the admission queue, in milliseconds. */
  waitedMs?: number;
  /** The call's key in the contract, for logs. */
  route?: string;
  /** The page's composition, for logs. */
  composition?: string;
  /** Answers calls as a signed-out visitor; absent for browsers with a session, whose pages are rendered without data. */
  readAsVisitor?: ReadAsVisitor;
}

export type ApiContext = Koa.ParameterizedContext<RequestState>;
