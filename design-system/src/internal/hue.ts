/** The hues of the product; `neutral` is ink on a sunken ground. */
export type Hue = 'neutral' | 'bamboo' | 'persimmon' | 'honey' | 'sky' | 'berry' | 'plum';
