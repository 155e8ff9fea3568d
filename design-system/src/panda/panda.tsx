import { clsx } from 'clsx';
import { type ComponentProps, useMemo } from 'react';
import styles from './panda.module.css';
import { emptyUrl, svgUrl } from './svg-url.ts';
import type { TraitValues } from './traits.ts';
import { useDrawings } from './use-drawings.ts';

export interface PandaProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'id' | 'children' | 'size'> {
  /** The Panda's id: the same id and traits always draw the same one. */
  pandaId: string;
  /** What it is drawn from: each trait from 0 to 100. */
  traits: TraitValues;
  /** The member's score; bamboo leaves grow with it. */
  score?: number;
  /** Its name; "" where the name stands right beside it. */
  name: string;
  /** `xs` 32, `sm` 48, `md` 96, `lg` 192, `xl` 320 px; `fill` takes the width it is given. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | 'fill';
  /** What it is cut to. */
  shape?: 'circle' | 'rounded';
}

/** A member's Panda, drawn in the browser. As an image of its own it needs no markup injection and shares no ids. */
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
  // Measured: 0.5 ms a drawing, 24 in a list, and lists render with every letter typed into a filter.
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
