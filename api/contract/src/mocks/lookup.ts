import type { ErrorCode } from '../errors.ts';
import type { SelfUser } from '../members.ts';
import type { Answers } from './answers.ts';
import { MockFailure } from './mock.ts';

/** The signed-in member; a private call of a visitor is refused. */
export function member({ user }: Answers): SelfUser {
  if (!user) throw new MockFailure(401, 'signed_out');
  return user;
}

/** Refuses a call. */
export function refuse(status: number, code: ErrorCode, parts?: MockFailure['parts']): never {
  throw new MockFailure(status, code, parts);
}

/** The item with an id, or the answer that there is none. */
export function found<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((one) => one.id === id);
  if (!item) throw new MockFailure(404, 'not_found');
  return item;
}

/** Answers a part of what the signed-in member sees, as it is at that moment. */
export const forMember =
  <Part extends keyof Answers>(answers: Answers, part: Part) =>
  (): Answers[Part] => {
    member(answers);
    return answers[part];
  };
