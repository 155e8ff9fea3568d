import { clsx } from 'clsx';
import { Children, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { mergeRefs } from '../internal/merge-refs.ts';
import { useLabels } from '../provider/provider.tsx';
import { Text, type TextProps } from '../text/text.tsx';
import styles from './user-text.module.css';

/** Inline user text: a name, a place, a word. */
type InlineProps = Pick<TextProps, 'className' | 'children'> & { block?: false };
/** A paragraph of user text, aligned by its own language. */
type BlockProps = TextProps & { block: true };

export type UserTextProps = InlineProps | BlockProps;

/** Longer paragraphs fold to `--lines` in the styles; folding away only a line or two would save no space. */
const mostLines = 15;
/** Letters per line even on a narrow phone: shorter texts need no measuring. */
const leastLetters = 20;

/**
 * Text written by members, isolated from the surrounding bidirectional text and clipped to its box. It collapses runs of empty lines to
 * two and folds long paragraphs. Pages render member text only through this component, or inside a sentence of `t`, which isolates it
 * as well (docs/decisions/0250).
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
  // Measures before paint to avoid layout shift. Measuring forces a layout, so short texts skip it. `scrollHeight` includes folded
  // lines.
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
    // After folding, a reader of the end keeps the text in view.
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
        // Expands when the keyboard reaches a link in the folded lines.
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

/** Whether a text might fold. The length of non-text children, such as a link, is unknown. */
function mayFillLines(children: ReactNode): boolean {
  const parts = Children.toArray(children);
  if (!parts.every((part) => typeof part === 'string')) return true;
  const lines = parts.join('').split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / leastLetters)), 0) > mostLines;
}

/** A run of lines without visible characters. */
const gap = /\n[\s\p{Default_Ignorable_Code_Point}\u2800]*\n/gu;
const largestGap = '\n\n\n';

/** Collapses runs of empty lines to two. */
function closeGaps(text: string): string {
  return text.replace(gap, (lines) =>
    lines.split('\n').length > largestGap.length + 1 ? largestGap : lines,
  );
}
