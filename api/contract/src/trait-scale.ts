/**
 * What a picture of traits is drawn up to: the outer ring of a radar, the end of a bar. Values are shares of what answers can give to one
 * trait, and no answers give much to all: on a scale of 100 every Panda would be a dot. One function, so that the same traits look the same
 * everywhere.
 */
export function traitScale(values: Readonly<Record<string, number>>): number {
  const greatest = Math.max(0, ...Object.values(values));
  return [40, 60, 80].find((scale) => greatest <= scale) ?? 100;
}
