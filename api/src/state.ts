import type { Language } from '@frens/contract';
import type Koa from 'koa';
import type { User } from './resources/members/user.model.ts';
import type { Session } from './resources/sessions/session.model.ts';

/** The signed-in caller. */
export interface Caller {
  user: User;
  session: Session;
}

/** What the middleware finds out about a request. */
export interface RequestState {
  requestId: string;
  /** The network it comes from; null for direct callers on this machine (D49). */
  network: string | null;
  language: Language;
  /** Null: signed out. Absent until the call needs to know. */
  caller?: Caller | null;
  /** The request repeats one that has acted, and does nothing itself (D52). */
  isReplay?: true;
  /** How long it waited for a place at work, in milliseconds. */
  waitedMs?: number;
  /** The name of the call in the contract, for the log. */
  route?: string;
  /** What the page was composed of, for the log. */
  composition?: string;
}

export type ApiContext = Koa.ParameterizedContext<RequestState>;
