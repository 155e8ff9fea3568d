import type { Circle } from '@frens/contract';
import styles from './circle-emblem.module.css';

const seatsAtMost = 12;
const hues = ['persimmon', 'bamboo', 'plum', 'sky', 'honey'];

interface CircleEmblemProps {
  circle: Pick<Circle, 'id' | 'circleType' | 'memberCount'>;
  size?: 'md' | 'lg';
}

/** A round table seen from above, with a seat for each of the first dozen members. The same circle always looks the same. */
export function CircleEmblem({ circle, size = 'md' }: CircleEmblemProps) {
  const seats = Math.max(1, Math.min(seatsAtMost, circle.memberCount));
  const start = hashOf(circle.id);
  return (
    <svg
      className={styles.root}
      data-size={size}
      data-type={circle.circleType}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
    >
      <circle className={styles.ground} r="50" />
      <circle className={styles.table} r="19" />
      {Array.from({ length: seats }, (_, seat) => {
        const angle = ((start % 360) + (360 * seat) / seats) * (Math.PI / 180);
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place at the table and nothing else
            key={seat}
            className={styles.seat}
            data-hue={hues[(start + seat) % hues.length]}
            cx={(33 * Math.cos(angle)).toFixed(2)}
            cy={(33 * Math.sin(angle)).toFixed(2)}
            r="6.5"
          />
        );
      })}
    </svg>
  );
}

/** A small number that stays the same for an id. */
function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return hash;
}
