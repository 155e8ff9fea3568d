import { clsx } from 'clsx';
import { type ComponentProps, useMemo } from 'react';
import { useMediaQuery } from '../internal/use-media-query.ts';
import type { SceneName } from './draw-scene.ts';
import styles from './panda.module.css';
import { sceneSize } from './scene-size.ts';
import { emptyUrl, svgUrl } from './svg-url.ts';
import { useDrawings } from './use-drawings.ts';

export interface PandaSceneProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'children'> {
  /** What the Panda does. */
  scene: SceneName;
  /** Only where the picture says something the words beside it do not. */
  alt?: string;
}

/** A small panda doing something fitting: for empty places and errors. The grove, for the hero, wakes up for four seconds. As wide as its place. */
export function PandaScene({ scene, alt = '', className, ...rest }: PandaSceneProps) {
  const moving = useMediaQuery('(prefers-reduced-motion: no-preference)');
  const drawings = useDrawings();
  const { width, height } = sceneSize(scene);
  const src = useMemo(
    () => (drawings ? svgUrl(drawings.drawScene(scene, moving)) : emptyUrl(width, height)),
    [drawings, scene, moving, width, height],
  );
  return (
    <img
      decoding="async"
      width={width}
      height={height}
      {...rest}
      alt={alt}
      src={src}
      className={clsx(styles.scene, className)}
    />
  );
}
