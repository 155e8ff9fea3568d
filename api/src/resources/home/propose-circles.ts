import type { Circle, CircleReason, Home, Language } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { foldText } from '@frens/contract/search-text';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import { serverLimits } from '../../limits.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, isEnded, notEnded } from '../circles/circle.model.ts';
import { otherIn } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import { type OwnRelations, seeHubs } from '../proposals/own-relations.ts';

const { hubs, newestCircles, friendsCircles } = serverLimits.proposals;

/** Circles that a member may like, as they are stored, and what speaks for them. */
export interface ProposedCircles {
  circles: CircleDoc[];
  /** Those of some circles, as the member sees them, that they can come into, each with why. */
  choose(shown: readonly Circle[]): Home['circles'];
}

/**
 * Ranks circles by what the member knows of them: friends in them, an interest, their own language, many members; then the newest. Who may see
 * them is for whoever reads them, and what goes on in them is known to their members alone.
 */
export async function proposeCircles(
  services: Services,
  { viewer, language }: MemberViewing,
  ownRelationsPromise: Promise<OwnRelations>,
): Promise<ProposedCircles> {
  const { Circle: Circles } = services.db.models;
  const [newest, { memberships }, theirs] = await Promise.all([
    readNewest(Circles, notEnded, newestCircles),
    ownRelationsPromise,
    ownRelationsPromise.then((relations) => circlesOfFriends(services, viewer, relations)),
  ]);
  const circles = new Map([...newest, ...theirs.circles].map((circle) => [String(circle._id), circle]));
  const friendsIn = theirs.names;
  const interests = viewer.interests.map((interest) => ({ interest, isIn: finderOf(interest) }));
  const interestIn = (circle: CircleDoc) => {
    const { folded } = textOf(circle);
    return interests.find(({ isIn }) => isIn(folded))?.interest;
  };
  const known = [...circles].map(([id, circle]) => {
    const { language: theirs } = textOf(circle);
    const speaks = theirs === undefined ? undefined : theirs === language;
    return { id, circle, speaks, interest: interestIn(circle) };
  });
  // What most of them speak tells none apart.
  const spoken = known.filter(({ speaks }) => speaks !== undefined);
  const isRare = 2 * spoken.filter(({ speaks }) => speaks).length < spoken.length;
  const own = new Set(memberships.map(({ circleId }) => String(circleId)));
  const ranked = known
    .filter(({ id }) => !own.has(id))
    .map(({ id, circle, speaks, interest }) => ({
      id,
      circle,
      interest,
      isInLanguage: isRare && speaks,
      weight:
        2 * (friendsIn.get(id)?.length ?? 0) +
        (interest === undefined ? 0 : 3) +
        (speaks === false ? -1 : speaks && isRare ? 1 : 0) +
        Math.min(1, Math.log10(circle.memberCount)),
    }))
    .toSorted((one, other) => other.weight - one.weight)
    // Some of them may be shut.
    .slice(0, 2 * limits.home.circles);
  const proposed = new Map(ranked.map((one) => [one.id, one]));
  const choose = (shown: readonly Circle[]) =>
    shown
      .filter(({ id, wayIn }) => proposed.has(id) && ['join', 'ask', 'stake'].includes(wayIn.kind))
      .map((circle) => {
        const [name, ...more] = friendsIn.get(circle.id) ?? [];
        const { interest, isInLanguage } = proposed.get(circle.id) ?? {};
        const reason: CircleReason | null =
          name !== undefined
            ? { kind: 'friends', count: more.length + 1, name }
            : interest !== undefined
              ? { kind: 'interest', name: interest }
              : isInLanguage
                ? { kind: 'language' }
                : null;
        return { circle, reason };
      })
      .slice(0, limits.home.circles);
  return { circles: ranked.map(({ circle }) => circle), choose };
}

/** Words that only texts of a language are full of. */
const commonWords: Partial<Record<Language, RegExp>> = {
  en: /\b(?:the|and|of|for|to|with|who|we|our|your|is|are|this|that)\b/gi,
  es: /(?<!\p{L})(?:el|la|los|las|de|del|y|que|con|para|por|una|un|se|quien|nos)(?!\p{L})/giu,
};

interface CircleText {
  folded: string;
  language: string | undefined;
}

const texts = new WeakMap<CircleDoc, CircleText>();

/** A circle's texts, looked through once for each document: what is stored unchanged is the same document (document-cache.ts). */
function textOf(circle: CircleDoc): CircleText {
  const known = texts.get(circle);
  if (known) return known;
  const { name, description } = circle;
  const text = {
    folded: foldText(`${name}\n${description}`),
    language: findLanguage(`${name} ${description}`),
  };
  texts.set(circle, text);
  return text;
}

/** The language whose common words a text has most of; undefined where none has. */
function findLanguage(text: string): string | undefined {
  const found = Object.entries(commonWords).map(
    ([language, words]) => [language, text.match(words)?.length ?? 0] as const,
  );
  const [first, second] = found.toSorted(([, one], [, other]) => other - one);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

/** Finds an interest in a folded text as words of their own, also in the plural: `pan` is not in `panda`. Where a script parts no words, anywhere. */
function finderOf(interest: string): (text: string) => boolean {
  const folded = foldText(interest);
  const escaped = folded.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const letter = String.raw`[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}]`;
  let words: RegExp | undefined;
  return (text) => {
    // Most texts do not have it anywhere, which is found out much faster.
    if (!text.includes(folded)) return false;
    words ??= new RegExp(`(?<!${letter})${escaped}(?:e?s)?(?!${letter})`, 'u');
    return words.test(text);
  };
}

/** Circles of a member's newest friends, and the names of the friends in each, by their ids. */
async function circlesOfFriends(services: Services, viewer: User, own: OwnRelations) {
  const { Circle: Circles, Membership } = services.db.models;
  const friendIds = own.friendships.slice(0, hubs).map((one) => otherIn(one, viewer._id));
  const names = new Map<string, string[]>();
  if (friendIds.length === 0) return { circles: [], names };
  const [memberships, friends] = await Promise.all([
    batchFind(Membership, { userId: { $in: friendIds } }, [{ $limit: friendsCircles }]),
    seeHubs(viewer, own),
  ]);
  // Who is in an invite circle is shown to its members alone, so their being there may not even order the others (D27).
  const circles = (
    await batchLoad(
      Circles,
      '_id',
      memberships.map(({ circleId }) => circleId),
    )
  ).filter((circle) => circle.circleType !== 'invite' && !isEnded(circle));
  const isOpen = new Set(circles.map(({ _id }) => String(_id)));
  for (const { circleId, userId } of memberships) {
    const name = friends.get(String(userId))?.user.name;
    const id = String(circleId);
    if (name !== undefined && isOpen.has(id)) names.set(id, [...(names.get(id) ?? []), name]);
  }
  return { circles: circles.filter(({ _id }) => names.has(String(_id))), names };
}
