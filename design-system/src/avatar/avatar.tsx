import { clsx } from 'clsx';
import { type ComponentProps, useState } from 'react';
import tint from '../internal/tint.module.css';
import { useLabels } from '../provider/provider.tsx';
import styles from './avatar.module.css';

const hues = ['bamboo', 'persimmon', 'honey', 'sky', 'berry', 'plum'] as const;

/** The diameters of `avatar.module.css`. */
const widths = { xs: '1.5rem', sm: '2rem', md: '2.75rem', lg: '4rem', xl: '7rem' } as const;

export interface AvatarProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Whose it is: read by screen readers, and the letters where there is no picture. */
  name: string;
  /** Empty or missing: initials on a ground that always is the same for a name. */
  src?: string | null;
  /** The same picture in several widths, as `<img>` takes them: the browser chooses by how large it is here. */
  srcSet?: string | undefined;
  /** Its width: in a line, in a list, on a profile. */
  size?: keyof typeof widths;
  /** A green dot with words for screen readers; leave it out where presence is unknown. */
  online?: boolean | null;
  /** The name stands right beside it: screen readers hear it once. */
  decorative?: boolean;
}

/** What one sees as the first character: a flag is two letters, and a face with its colour. Browsers without a segmenter give the first letter. */
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

/** A member in a circle: their picture, or the initials of their name. */
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
      className={clsx(tint.root, styles.root, className)}
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
