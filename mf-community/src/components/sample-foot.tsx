import { Progress } from '@frens/design-system/progress';
import type { ComponentProps } from 'react';
import { PreviewAction } from './preview-action.tsx';
import styles from './sample-card.module.css';
import { SamplePeople } from './sample-people.tsx';

interface SampleFootProps extends Pick<ComponentProps<typeof Progress>, 'label' | 'value' | 'max' | 'hue'> {
  /** The sample's id, the seed of its faces. */
  of: string;
  action: string;
  /** Id of the sample's title. */
  titleId: string;
}

/** Footer of a sample: participants, progress and the future action. */
export function SampleFoot({ of, action, titleId, ...progress }: SampleFootProps) {
  return (
    <div className={styles.foot}>
      <div className={styles.crowd}>
        <SamplePeople of={of} />
        <Progress {...progress} />
      </div>
      <PreviewAction action={action} size="sm" variant="secondary" fullWidth aria-describedby={titleId} />
    </div>
  );
}
