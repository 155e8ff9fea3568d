import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { drawPanda } from './draw-panda.ts';
import styles from './panda.module.css';
import type { TraitValues } from './traits.ts';

export interface PandaProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'id' | 'children' | 'size'> {
  /** The Panda's id: the same id and traits always draw the same one. */
  pandaId: string;
  traits: TraitValues;
  score?: number;
  /** Its name; "" where the name stands right beside it. */
  name: string;
  /** `xs` 32, `sm` 48, `md` 96, `lg` 192, `xl` 320 px; `fill` takes the width it is given. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | 'fill';
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
  return (
    <img
      width={512}
      height={512}
      data-size={size}
      data-shape={shape}
      {...rest}
      alt={name}
      src={svgUrl(drawPanda({ id: pandaId, traits, ...(score === undefined ? {} : { score }) }))}
      className={clsx(styles.root, className)}
    />
  );
}

/** The drawing as an image address. */
export function svgUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
