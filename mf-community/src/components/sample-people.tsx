import { Panda, type TraitValues, traits } from '@frens/platform';
import styles from './sample-people.module.css';

interface SamplePeopleProps {
  /** The sample's id; its number selects fixed faces. */
  of: string;
}

const shown = 4;

// A page shows sixteen faces: eight drawings are computed once and reused.
const faces = 8;

/** Invented faces of some participants. Decorative: the count stands in words beside them. */
export function SamplePeople({ of }: SamplePeopleProps) {
  const first = Number(of.at(-1)) * 3;
  return (
    <div className={styles.root} aria-hidden="true">
      {Array.from({ length: shown }, (_, place) => {
        const face = (first + place) % faces;
        return (
          <Panda
            key={face}
            pandaId={`sample-${face}`}
            traits={traitsOf(face)}
            name=""
            size="xs"
            shape="circle"
            className={styles.face}
          />
        );
      })}
    </div>
  );
}

/** Traits with a different leading one per position. */
function traitsOf(place: number): TraitValues {
  const lead = traits[place % traits.length];
  const quiet: TraitValues = { warmth: 45, service: 45, creativity: 45, wisdom: 45, adventure: 45 };
  return lead ? { ...quiet, [lead]: 95 } : quiet;
}
