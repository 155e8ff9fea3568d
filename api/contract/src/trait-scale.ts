/**
 * The scale of trait charts: the outer ring of a radar, the end of a bar. Values are shares of a trait's maximum,
 * and no answers score high on all: on a scale of 100 every Panda would be a dot. One function, so that traits look the same
 * everywhere.
 */
export function traitScale(values: Readonly<Record<string, number>>): number {
  const greatest = Math.max(0, ...Object.values(values));
  return [40, 60, 80].find((scale) => greatest <= scale) ?? 100;
}
