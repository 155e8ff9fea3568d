import { toBamboo, toHundredths } from '../bamboo.ts';
import type { ErrorCode } from '../errors.ts';
import { idForm } from '../fields.ts';
import { fixtureId } from '../fixtures/index.ts';
import type { PublicUser, SelfUser } from '../members.ts';
import type { Answers } from './answers.ts';
import { MockFailure } from './mock.ts';

/** The signed-in member; a private call of a visitor is refused. */
export const requireMember = ({ user }: Pick<Answers, 'user'>): SelfUser => user ?? refuse(401, 'signed_out');

/** Refuses a call. */
export function refuse(status: number, code: ErrorCode, parts?: MockFailure['parts']): never {
  throw new MockFailure(status, code, parts);
}

/** Refuses malformed ids. */
export const requireId = (id: string): string => (idForm.test(id) ? id : refuse(404, 'not_found'));

/** The item with an id; refuses with 404 if missing. */
export const findById = <Item extends { id: string }>(items: readonly Item[], id: string): Item =>
  items.find((one) => one.id === id) ?? refuse(404, 'not_found');

/** Lists by owner, such as the links of each circle. */
type Lists<Item> = Map<string, Item[]>;

export const listOf = <Item>(lists: Lists<Item>, of: string): Item[] => lists.get(of) ?? [];

export function prepend<Item>(lists: Lists<Item>, of: string, item: Item): void {
  lists.set(of, [item, ...listOf(lists, of)]);
}

export function remove<Item extends { id: string }>(lists: Lists<Item>, of: string, id: string): void {
  const others = listOf(lists, of).filter((one) => one.id !== id);
  lists.set(of, others);
}

/** Members visible to the signed-in member. */
export function shownUsers({ users, blocks }: Answers): PublicUser[] {
  const blocked = new Set(blocks.map(({ userId }) => userId));
  return users.filter(({ id }) => !blocked.has(id));
}

let made = 0;

/** A new id, unused by fixtures. */
export const newId = (kind: string): string => fixtureId(`new ${kind}`, (made += 1));

/** Adds amounts of BAMBOO. */
export const plus = (amount: string, more: string, sign: 1 | -1 = 1): string =>
  toBamboo(toHundredths(amount) + sign * toHundredths(more));

/** The sum of stakes. */
export const sum = (stakes: readonly { amount: string }[]): string =>
  stakes.reduce((total, { amount }) => plus(total, amount), '0.00');
