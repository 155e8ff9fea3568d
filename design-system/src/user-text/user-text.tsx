import { clsx } from 'clsx';
import { Children } from 'react';
import { Text, type TextProps } from '../text/text.tsx';
import styles from './user-text.module.css';

/** A name, a place, a word that members wrote. */
type InlineProps = Pick<TextProps, 'className' | 'children'> & { block?: false };
/** A paragraph that they wrote: it begins on the side on which its language does. */
type BlockProps = TextProps & { block: true };

export type UserTextProps = InlineProps | BlockProps;

/**
 * Text that members wrote, in its own direction: it reorders nothing around it, and nothing of it leaves its place. At most two empty lines
 * in a row are shown. Pages show such text by this alone, or inside a sentence of `t`, which does the same (docs/decisions/0250).
 */
export function UserText({ children, ...props }: UserTextProps) {
  const shown = Children.map(children, (child) => (typeof child === 'string' ? closeGaps(child) : child));
  if (!props.block) return <bdi className={props.className}>{shown}</bdi>;
  const { block: _block, className, ...rest } = props;
  return (
    <Text {...rest} dir="auto" className={clsx(styles.block, className)}>
      {shown}
    </Text>
  );
}

/** Lines with nothing to see in them, from the end of the one before to the beginning of the next. */
const gap = /\n[\s\p{Default_Ignorable_Code_Point}\u2800]*\n/gu;
const largestGap = '\n\n\n';

/** Leaves two of the empty lines that follow each other. */
function closeGaps(text: string): string {
  return text.replace(gap, (lines) =>
    lines.split('\n').length > largestGap.length + 1 ? largestGap : lines,
  );
}
