/** The product's hues; `neutral` is ink on a sunken background. */
export type Hue = 'neutral' | 'bamboo' | 'persimmon' | 'honey' | 'sky' | 'berry' | 'plum';
