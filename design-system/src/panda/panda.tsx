import { clsx } from 'clsx';
import { type ComponentProps, useMemo } from 'react';
import styles from './panda.module.css';
import { emptyUrl, svgUrl } from './svg-url.ts';
import type { TraitValues } from './traits.ts';
import { useDrawings } from './use-drawings.ts';

export interface PandaProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'id' | 'children' | 'size'> {
  /** The Panda's id; the drawing is deterministic per id and traits. */
  pandaId: string;
  /** Trait values, each from 0 to 100. */
  traits: TraitValues;
  /** The member's score; more score, more bamboo leaves. */
  score?: number;
  /** The Panda's name; "" where the name stands beside it. */
  name: string;
  /** `xs` 32, `sm` 48, `md` 96, `lg` 192, `xl` 320 px; `fill` takes the container's width. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | 'fill';
  /** Shape of the crop. */
  shape?: 'circle' | 'rounded';
}

/** A member's Panda, drawn in the browser. An `<img>` avoids markup injection and id collisions. */
export function Panda({
  pandaId,
  traits,
  score,
  name,
  size = 'md',
  shape = 'rounded',
  className,
  ...rest
}: PandaProps) {
  const drawings = useDrawings();
  // Memoised: a drawing takes 0.5 ms (measured), a list has 24, and lists render on every keystroke in a filter.
  const src = useMemo(
    () => (drawings ? svgUrl(drawings.drawPanda({ id: pandaId, traits, score })) : emptyUrl(512, 512)),
    [drawings, pandaId, traits, score],
  );
  return (
    <img
      decoding="async"
      width={512}
      height={512}
      data-size={size}
      data-shape={shape}
      {...rest}
      alt={name}
      src={src}
      className={clsx(styles.root, className)}
    />
  );
}
