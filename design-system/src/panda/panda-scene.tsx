import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './panda.module.css';
import { type SceneName, sceneSize } from './scene-size.ts';
import gardening from './scenes/gardening.svg';
import grove from './scenes/grove.svg';
import meeting from './scenes/meeting.svg';
import reading from './scenes/reading.svg';
import searching from './scenes/searching.svg';
import sleeping from './scenes/sleeping.svg';
import waving from './scenes/waving.svg';

const files: Record<SceneName, string> = { gardening, grove, meeting, reading, searching, sleeping, waving };

export interface PandaSceneProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'children'> {
  /** What the Panda does. */
  scene: SceneName;
  /** Only where the picture says something the words beside it do not. */
  alt?: string;
}

/**
 * A small panda doing something fitting: for empty places and errors. The grove, for the hero, wakes up for four seconds. As wide as its place.
 * A file that `draw-scene.ts` has drawn: it needs no script.
 */
export function PandaScene({ scene, alt = '', className, ...rest }: PandaSceneProps) {
  return (
    <picture className={styles.picture}>
      {/* A picture is not told of the reader's wish. */}
      {scene === 'grove' && (
        <source srcSet={`${files.grove}#moving`} media="(prefers-reduced-motion: no-preference)" />
      )}
      <img
        decoding="async"
        loading="lazy"
        {...sceneSize(scene)}
        {...rest}
        alt={alt}
        src={files[scene]}
        className={clsx(styles.scene, className)}
      />
    </picture>
  );
}
