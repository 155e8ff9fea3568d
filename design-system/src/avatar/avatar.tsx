import { clsx } from 'clsx';
import { type ComponentProps, useState } from 'react';
import { useLabels } from '../provider/provider.tsx';
import styles from './avatar.module.css';

const hues = ['bamboo', 'persimmon', 'honey', 'sky', 'berry', 'plum'] as const;

/** Diameters, as in `avatar.module.css`. */
const widths = { xs: '1.5rem', sm: '2rem', md: '2.75rem', lg: '4rem', xl: '7rem' } as const;

export interface AvatarProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** The member's name: the accessible name, and the source of the initials. */
  name: string;
  /** If empty or missing, initials show on a background colour derived from the name. */
  src?: string | null;
  /** `srcset` of `<img>`: the same picture in several widths. */
  srcSet?: string | undefined;
  /** Diameter: for a line of text, a list or a profile. */
  size?: keyof typeof widths;
  /** A green dot with a text for screen readers; omit it where presence is unknown. */
  online?: boolean | null;
  /** Hides it from screen readers, where the name stands beside it. */
  decorative?: boolean;
}

/** The first grapheme: a flag has two code points, a face may have a skin tone. Browsers without `Intl.Segmenter` return a code point. */
function firstOf(word: string): string {
  const [first = ''] = 'Segmenter' in Intl ? new Intl.Segmenter().segment(word) : word;
  return typeof first === 'string' ? first : first.segment;
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstOf(word ?? ''));
  return letters.join('').toLocaleUpperCase();
}

function hueOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hues[sum % hues.length] ?? 'bamboo';
}

/** A member's picture, or their initials, in a circle. */
export function Avatar({
  name,
  src,
  srcSet,
  size = 'md',
  online,
  decorative = false,
  className,
  ...rest
}: AvatarProps) {
  const labels = useLabels();
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const hasImage = Boolean(src) && src !== failedSrc;
  const spoken = online ? `${name}, ${labels.online}` : name;
  return (
    <span
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': spoken })}
      data-size={size}
      data-hue={hueOf(name)}
      {...rest}
      className={clsx(styles.root, className)}
    >
      {hasImage ? (
        <img
          className={styles.image}
          sizes={srcSet && widths[size]}
          srcSet={srcSet}
          src={src ?? undefined}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailedSrc(src ?? null)}
        />
      ) : (
        <span dir="auto" className={styles.initials}>
          {initials(name)}
        </span>
      )}
      {online ? <span className={styles.dot} /> : null}
    </span>
  );
}
