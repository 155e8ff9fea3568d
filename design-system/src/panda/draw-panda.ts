import { accessory } from './accessory.ts';
import { colours, head, leaf, line, n, shoulders } from './figure.ts';
import { ground } from './ground.ts';
import { keepsake } from './keepsake.ts';
import { type Trait, type TraitValues, traits } from './traits.ts';

export { type Trait, type TraitValues, traitHues, traits } from './traits.ts';

export interface PandaDrawing {
  id: string;
  traits: TraitValues;
  /** The member's score; more score, more bamboo leaves. */
  score?: number;
  /** Width and height attributes of the SVG. */
  size?: number;
  /** Accessible name; without it the drawing is decorative. */
  title?: string;
}

/** All that a drawing depends on. */
interface Look {
  /** The highest first; ties keep the fixed order. */
  order: readonly Trait[];
  /** Bamboo leaves, 0 to 9. */
  leaves: number;
  /** 32 bits of the id. */
  seed: number;
}

function lookOf({ id, traits: values, score = 0 }: PandaDrawing): Look {
  let seed = 2166136261;
  for (const letter of id) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619);
  // The sort is stable.
  const order = [...traits].sort((a, b) => values[b] - values[a]);
  return { order, leaves: leafCount(score), seed };
}

/**
 * The drawing's name: the order of the traits, the leaves and the seed, `30214-4-0f8e1c2a`. It tells no more than the drawing shows, and
 * `drawNamed` draws from it alone.
 */
export function drawingName(drawing: PandaDrawing): string {
  const { order, leaves, seed } = lookOf(drawing);
  const places = order.map((trait) => traits.indexOf(trait)).join('');
  return `${places}-${leaves}-${(seed >>> 0).toString(16).padStart(8, '0')}`;
}

/** Reads a name of `drawingName`; null if no Panda can look so. Each drawing has one name. */
function lookNamed(name: string): Look | null {
  const [, places, leaves, seed] = /^([0-4]{5})-(\d)-([0-9a-f]{8})$/.exec(name) ?? [];
  if (places === undefined || new Set(places).size < traits.length) return null;
  const order = [...places].flatMap((place) => traits[Number(place)] ?? []);
  return { order, leaves: Number(leaves), seed: Number.parseInt(seed ?? '', 16) };
}

/** Whether `drawNamed` draws it. */
export const isDrawingName = (name: string): boolean => lookNamed(name) !== null;

/** Draws by a name of `drawingName`; null if no Panda can look so. */
export function drawNamed(name: string): string | null {
  const look = lookNamed(name);
  return look && drawLook(look, 512, undefined);
}

/** A seeded random number generator: the same seed always yields the same numbers from 0 to 1. */
function randomFor(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function escapeText(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Number of leaves for a score: one for a new Panda (50), nine towards 999.9. */
function leafCount(score: number): number {
  return Math.max(0, Math.min(9, Math.round(Math.sqrt(Math.max(0, score)) / 3.16 - 1)));
}

function bamboo(count: number, side: number, random: () => number): string {
  if (count === 0) return '';
  const top = 104 - count * 9;
  const lean = 2 + random() * 4;
  const { strong, dark } = colours.service;
  let out = line(`M12 132Q${n(11 - lean)} ${n((132 + top) / 2)} ${n(11)} ${n(top)}`, dark, 3.4);
  for (let index = 0; index < count; index++) {
    const y = 106 - index * 9;
    const turn = index % 2 ? 40 + random() * 20 : -20 - random() * 25;
    out += leaf(10.5, y, 17 + random() * 5, turn, index % 3 === 1 ? dark : strong);
  }
  return side > 0 ? out : `<g transform="matrix(-1 0 0 1 128 0)">${out}</g>`;
}

/** Draws the placeholder Panda, asleep, light in both themes. It uses no id and no traits, so it reveals nothing of a hidden Panda. */
export function drawNeutralPanda(): string {
  const face = { ears: 'service', patches: 'service', mood: 'asleep', blush: '#e9d9cf' } as const;
  const drawn = shoulders() + head({ ...face, look: 0, width: 0, spread: 0 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="512" height="512" aria-hidden="true"><rect width="128" height="128" fill="#e6dfd0"/>${drawn}</svg>`;
}

/**
 * Draws a Panda as SVG text. Deterministic: the same id, traits and score yield the same drawing, in browsers and on servers.
 * The leading trait sets background and pattern, the second the accessory, the third the mood, the fourth the eye
 * patches, the fifth the ears. 32 bits of the id seed everything else: two Pandas hardly ever look alike, unless an id is
 * chosen so (docs/decisions/0334).
 */
export function drawPanda({ size = 512, title, ...drawing }: PandaDrawing): string {
  return drawLook(lookOf(drawing), size, title);
}

function drawLook({ order, leaves, seed }: Look, size: number, title: string | undefined): string {
  const random = randomFor(seed);
  // Safe: there are exactly five traits.
  const [first, second, third, fourth, fifth] = order as [Trait, Trait, Trait, Trait, Trait];
  const side = random() > 0.5 ? 1 : -1;
  const spare = [third, fourth, fifth, second];
  const tint = colours[spare[Math.floor(random() * spare.length)] ?? second];
  const blush = ['#f4a08a', '#f2b29a', '#ef9aa0', '#f6b58c'][Math.floor(random() * 4)] ?? '#f4a08a';
  const between = () => random() * 2 - 1;
  const face = {
    ears: fifth,
    patches: fourth,
    mood: third,
    blush,
    look: between(),
    width: between(),
    spread: between(),
  };
  const tilt = between() * 7;
  const carried = accessory(second, tint, side);
  const other = colours[traits[Math.floor(random() * traits.length)] ?? first];
  const item = keepsake(random(), other);
  // On the side opposite the accessory.
  const placedItem = side < 0 ? `<g transform="matrix(-1 0 0 1 128 0)">${item}</g>` : item;
  const body = shoulders() + carried.under;
  const name = title === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeText(title)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="${size}" height="${size}"${name}>` +
    ground(first, random) +
    bamboo(leaves, side, random) +
    `<g transform="rotate(${n(tilt / 3)} 64 128)">${body}<g transform="rotate(${n(tilt)} 64 88)">${head(face)}${placedItem}${carried.over}</g></g></svg>`
  );
}
