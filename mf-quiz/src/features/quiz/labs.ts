import type { TextKey } from '@frens/platform';

/** A hue of the design system, for a lab's mood or an answer's edge. */
export type LabHue = 'bamboo' | 'persimmon' | 'honey' | 'sky' | 'berry' | 'plum';

/** Generative animations, one per lab, drawn by `components/stimulus/scenes`. */
export type SceneName =
  | 'rings'
  | 'ribbons'
  | 'lights'
  | 'compass'
  | 'hills'
  | 'bamboo'
  | 'current'
  | 'bloom'
  | 'waves'
  | 'day'
  | 'glow';

export interface LabOption {
  /** Sent to the server and scored (D42). */
  id: string;
  emoji: string;
  color: LabHue;
}

/** One of the eleven labs. Its texts are in the locales under `lab.<id>`, the spoken text in the contract. */
export interface Lab {
  id: number;
  scene: SceneName;
  /** Background of the screen and primary colour of the animation. */
  mood: LabHue;
  /** Secondary colour of the animation. */
  accent: LabHue;
  options: readonly LabOption[];
}

/** Key of a lab's text. Available keys differ per lab, which types cannot check: `locales.test.ts` looks up each. */
export function labKey(
  { id }: Lab,
  words: 'title' | 'description' | `step.${number}` | `option.${string}`,
): TextKey<'mf-quiz'> {
  return `lab.${id}.${words}` as TextKey<'mf-quiz'>;
}

/** Steps per animation, each with a sentence in the locales under `lab.<id>.step`. */
export const stepsPerLab = 4;

/** Duration of a step of the stimulus, in milliseconds (spec section 9). */
export const stepDuration = 3_000;

/** The labs in quiz order, their options in display order. */
export const labs: readonly Lab[] = [
  {
    id: 1,
    scene: 'rings',
    mood: 'honey',
    accent: 'persimmon',
    options: [
      { id: 'amplify', emoji: '⚡', color: 'honey' },
      { id: 'observe', emoji: '🦉', color: 'sky' },
      { id: 'create', emoji: '🎨', color: 'plum' },
      { id: 'connect', emoji: '🤝', color: 'persimmon' },
    ],
  },
  {
    id: 2,
    scene: 'ribbons',
    mood: 'berry',
    accent: 'plum',
    options: [
      { id: 'movement', emoji: '💃', color: 'berry' },
      { id: 'words', emoji: '✍️', color: 'sky' },
      { id: 'creation', emoji: '🧶', color: 'plum' },
      { id: 'service', emoji: '🤲', color: 'bamboo' },
    ],
  },
  {
    id: 3,
    scene: 'lights',
    mood: 'sky',
    accent: 'honey',
    options: [
      { id: 'adventure', emoji: '🏕️', color: 'honey' },
      { id: 'creative', emoji: '🎭', color: 'plum' },
      { id: 'wisdom', emoji: '📚', color: 'sky' },
      { id: 'healers', emoji: '🌿', color: 'bamboo' },
    ],
  },
  {
    id: 4,
    scene: 'compass',
    mood: 'plum',
    accent: 'persimmon',
    options: [
      { id: 'intuition', emoji: '🔮', color: 'plum' },
      { id: 'heart', emoji: '❤️', color: 'berry' },
      { id: 'purpose', emoji: '🧭', color: 'sky' },
      { id: 'impact', emoji: '🌍', color: 'bamboo' },
    ],
  },
  {
    id: 5,
    scene: 'hills',
    mood: 'bamboo',
    accent: 'honey',
    options: [
      { id: 'nature', emoji: '🌲', color: 'bamboo' },
      { id: 'ocean', emoji: '🌊', color: 'sky' },
      { id: 'mountains', emoji: '⛰️', color: 'plum' },
      { id: 'community', emoji: '🏡', color: 'persimmon' },
    ],
  },
  {
    id: 6,
    scene: 'bamboo',
    mood: 'bamboo',
    accent: 'sky',
    options: [
      { id: 'challenge', emoji: '🧗', color: 'persimmon' },
      { id: 'reflection', emoji: '💭', color: 'plum' },
      { id: 'experience', emoji: '🎒', color: 'honey' },
      { id: 'connection', emoji: '💞', color: 'berry' },
    ],
  },
  {
    id: 7,
    scene: 'current',
    mood: 'persimmon',
    accent: 'honey',
    options: [
      { id: 'explosive', emoji: '🎆', color: 'berry' },
      { id: 'steady', emoji: '🏞️', color: 'bamboo' },
      { id: 'rhythmic', emoji: '🥁', color: 'persimmon' },
      { id: 'spontaneous', emoji: '🍃', color: 'sky' },
    ],
  },
  {
    id: 8,
    scene: 'bloom',
    mood: 'berry',
    accent: 'honey',
    options: [
      { id: 'healing', emoji: '🍲', color: 'persimmon' },
      { id: 'inspiring', emoji: '✨', color: 'honey' },
      { id: 'creating', emoji: '🔨', color: 'plum' },
      { id: 'organizing', emoji: '📋', color: 'bamboo' },
    ],
  },
  {
    id: 9,
    scene: 'waves',
    mood: 'sky',
    accent: 'plum',
    options: [
      { id: 'deep', emoji: '🐋', color: 'sky' },
      { id: 'emotional', emoji: '💗', color: 'berry' },
      { id: 'playful', emoji: '🎈', color: 'persimmon' },
      { id: 'energetic', emoji: '💡', color: 'honey' },
    ],
  },
  {
    id: 10,
    scene: 'day',
    mood: 'honey',
    accent: 'plum',
    options: [
      { id: 'dawn', emoji: '🌅', color: 'persimmon' },
      { id: 'flow', emoji: '🌀', color: 'sky' },
      { id: 'night', emoji: '🌌', color: 'plum' },
      { id: 'intense', emoji: '🔥', color: 'berry' },
    ],
  },
  {
    id: 11,
    scene: 'glow',
    mood: 'plum',
    accent: 'berry',
    options: [
      { id: 'love', emoji: '💛', color: 'honey' },
      { id: 'freedom', emoji: '🦅', color: 'sky' },
      { id: 'wisdom', emoji: '🕯️', color: 'plum' },
      { id: 'joy', emoji: '🌻', color: 'bamboo' },
    ],
  },
];
