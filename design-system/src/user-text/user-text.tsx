import { clsx } from 'clsx';
import { Children, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { mergeRefs } from '../internal/merge-refs.ts';
import { useLabels } from '../provider/provider.tsx';
import { Text, type TextProps } from '../text/text.tsx';
import styles from './user-text.module.css';

/** A name, a place, a word that members wrote. */
type InlineProps = Pick<TextProps, 'className' | 'children'> & { block?: false };
/** A paragraph that they wrote: it begins on the side on which its language does. */
type BlockProps = TextProps & { block: true };

export type UserTextProps = InlineProps | BlockProps;

/** A paragraph of more lines than these is folded to `--lines` of the styles: folding that hides a line or two saves nothing. */
const mostLines = 15;
/** Letters that fit into a line even on a narrow phone: a text that cannot fill more lines need not be measured. */
const leastLetters = 20;

/**
 * Text that members wrote, in its own direction: it reorders nothing around it, and nothing of it leaves its place. At most two empty lines
 * in a row are shown, and a long paragraph is folded. Pages show such text by this alone, or inside a sentence of `t`, which does the same
 * (docs/decisions/0250).
 */
export function UserText({ children, ...props }: UserTextProps) {
  const shown = Children.map(children, (child) => (typeof child === 'string' ? closeGaps(child) : child));
  if (!props.block) return <bdi className={props.className}>{shown}</bdi>;
  const { block: _block, ...rest } = props;
  return <Paragraph {...rest}>{shown}</Paragraph>;
}

function Paragraph({ className, clamp, ref, children, ...rest }: TextProps & { children: ReactNode }) {
  const labels = useLabels();
  const element = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Before the first paint, so that nothing moves, which makes the browser lay out the page: short texts do without. A folded text has the height
  // of all of it, too.
  useLayoutEffect(() => {
    const { current } = element;
    setLong(
      !clamp &&
        mayFillLines(children) &&
        current !== null &&
        current.scrollHeight > mostLines * Number.parseFloat(getComputedStyle(current).lineHeight),
    );
  }, [children, clamp]);
  const toggle = () => {
    setOpen(!isOpen);
    // Whoever reads the end of a long text stays at it once it is folded.
    if (isOpen) requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <>
      <Text
        {...rest}
        ref={mergeRefs(element, ref)}
        clamp={clamp}
        dir="auto"
        data-folded={(isLong && !isOpen) || undefined}
        // A link in the folded lines is reached by the keyboard.
        onFocus={() => setOpen(true)}
        className={clsx(styles.block, className)}
      >
        {children}
      </Text>
      {isLong ? (
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={toggle} className={styles.toggle}>
          {isOpen ? labels.showLess : labels.showMore}
        </Button>
      ) : null}
    </>
  );
}

/** Whether a text could be folded, wherever it stands. Of what is not text, such as a link, the length is not known. */
function mayFillLines(children: ReactNode): boolean {
  const parts = Children.toArray(children);
  if (!parts.every((part) => typeof part === 'string')) return true;
  const lines = parts.join('').split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / leastLetters)), 0) > mostLines;
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
