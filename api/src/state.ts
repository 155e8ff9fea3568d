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

/** Asks calls of the API, by their addresses: null for what is not there, and for all of them where one is not answered in time. */
export type ReadAsVisitor = (calls: readonly string[], language: Language) => Promise<PublicAnswers | null>;

/** What middleware learns about a request. */
export interface RequestState {
  requestId: string;
  /** The caller's network; null for direct callers on this machine (D49). */
  network: string | null;
  language: Language;
  /** Null: signed out. Absent until it is looked up. */
  caller?: Caller | null;
  /** The request repeats one that has acted, and does nothing (D52). */
  isReplay?: true;
  /** How long it was queued for admission, in milliseconds. */
  waitedMs?: number;
  /** The call's key in the contract, for the log. */
  route?: string;
  /** The page's composition, for the log. */
  composition?: string;
  /** Asks calls in the name of nobody; absent of a browser with a session, whose page is made of nobody's data. */
  readAsVisitor?: ReadAsVisitor;
}

export type ApiContext = Koa.ParameterizedContext<RequestState>;
