import { formatMore } from '@frens/contract/formats';
import { currentLanguage, Panda, type TraitValues, traits } from '@frens/platform';
import styles from './sample-people.module.css';

interface SamplePeopleProps {
  /** Of what: the same sample always has the same faces. */
  of: string;
  /** How many there are in all. */
  count: number;
}

const shown = 4;

// A page shows twenty of them: the same drawing is drawn and read once.
const faces = 8;

/** Invented faces of those who would come, and how many more. The count stands in words beside them. */
export function SamplePeople({ of, count }: SamplePeopleProps) {
  return (
    <div className={styles.root} aria-hidden="true">
      {Array.from({ length: shown }, (_, place) => {
        const face = (of.length + place) % faces;
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
      <span className={styles.more}>{formatMore(currentLanguage(), count - shown)}</span>
    </div>
  );
}

/** One trait leads, another by each place. */
function traitsOf(place: number): TraitValues {
  const lead = traits[place % traits.length];
  const quiet: TraitValues = { warmth: 45, service: 45, creativity: 45, wisdom: 45, adventure: 45 };
  return lead ? { ...quiet, [lead]: 95 } : quiet;
}
