import { Grid, Stack } from '@frens/design-system';
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** Lists of at least this many items are virtualised. */
const windowedFrom = 200;

/** Items per block: fills whole rows of one, two, three or four columns. */
const blockSize = 12;

/** Overscan: how far beyond the screen items are rendered. */
const aheadOfScreen = '100% 0px';

export interface LongListProps<Item extends { id: string }> {
  items: readonly Item[];
  /** Whether more items follow that have not loaded: the total is then unknown to screen readers. */
  hasMore: boolean;
  /** Finds item elements for `LoadMore`: see `itemOf`. */
  ref: RefObject<HTMLDivElement | null>;
  isBusy?: boolean;
  className?: string;
  itemClassName?: string;
  /** Renders one item; must be a stable function, as items rerender only when they change. */
  children: (item: Item) => ReactNode;
}

/**
 * A virtualised (windowed) grid of cards, as light with thousands as with few (docs/decisions/0079): blocks far from the screen
 * leave the document and keep their space. The focused block and its neighbours stay. Screen readers learn each item's position.
 */
export function LongList<Item extends { id: string }>({
  items,
  hasMore,
  ref,
  isBusy = false,
  className,
  itemClassName,
  children,
}: LongListProps<Item>) {
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(items.length / blockSize) }, (_, index) =>
        items.slice(index * blockSize, (index + 1) * blockSize),
      ),
    [items],
  );
  const [focused, setFocused] = useState<number | null>(null);
  const follow = ({ target }: FocusEvent<Element>) => {
    // The focus may be in an item's dialog: the item stays.
    const block = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
    if (block !== undefined) setFocused(Number(block));
  };
  return (
    <Stack ref={ref} role="list" aria-busy={isBusy} className={className} onFocus={follow}>
      {blocks.map((block, index) => (
        <Block
          key={block[0]?.id}
          items={block}
          index={index}
          setSize={hasMore ? -1 : items.length}
          stays={items.length < windowedFrom || (focused !== null && Math.abs(focused - index) <= 1)}
          itemClassName={itemClassName}
          render={children}
        />
      ))}
    </Stack>
  );
}

/** The element of a list's item by index; null while it is not rendered. */
export function itemOf(list: HTMLElement | null, index: number): Element | null {
  return list?.querySelector(`[aria-posinset="${index + 1}"]`) ?? null;
}

/** A block's last rendered height, and its number of items. */
interface Measure {
  height: number;
  count: number;
}

/** Keyed weakly by the block's first item, so that the list has its height when it is opened again. */
const measures = new WeakMap<object, Measure>();

function measureOf(items: readonly object[]): Measure | undefined {
  const [first] = items;
  const known = first && measures.get(first);
  return known?.count === items.length ? known : undefined;
}

interface BlockProps<Item> {
  items: readonly Item[];
  index: number;
  setSize: number;
  /** Always rendered. */
  stays: boolean;
  itemClassName: string | undefined;
  render: (item: Item) => ReactNode;
}

/** Each render and search creates new arrays of the same items: without this, each typed letter would rerender every card. */
function hasSameItems<Item>(
  { items, ...one }: BlockProps<Item>,
  { items: others, ...other }: BlockProps<Item>,
): boolean {
  return (
    items.length === others.length &&
    items.every((item, place) => item === others[place]) &&
    Object.entries(one).every(([name, value]) => value === other[name as keyof typeof other])
  );
}

// Safe: a memoised component takes the same properties.
const Block = memo(function Block<Item extends { id: string }>({
  items,
  index,
  setSize,
  stays,
  itemClassName,
  render,
}: BlockProps<Item>) {
  const root = useRef<HTMLDivElement>(null);
  // Unmeasured blocks are rendered first.
  const [isNear, setNear] = useState(() => measureOf(items) === undefined);
  const [height, setHeight] = useState(() => measureOf(items)?.height ?? 0);
  useEffect(() => {
    if (!root.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (!entry.isIntersecting && entry.target.childElementCount > 0)
          setHeight(entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { rootMargin: aheadOfScreen },
    );
    observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  const isHere = isNear || stays;
  useLayoutEffect(() => {
    const block = root.current;
    const [first] = items;
    if (!block || !first) return;
    // Runs while it is still in the document.
    return () =>
      void measures.set(first, { height: block.getBoundingClientRect().height, count: items.length });
  }, [items]);
  return (
    <Grid ref={root} data-block={index} style={isHere ? undefined : { blockSize: height }}>
      {isHere
        ? items.map((item, place) => (
            <div
              key={item.id}
              role="listitem"
              aria-posinset={index * blockSize + place + 1}
              aria-setsize={setSize}
              className={itemClassName}
            >
              {render(item)}
            </div>
          ))
        : null}
    </Grid>
  );
}, hasSameItems) as <Item extends { id: string }>(props: BlockProps<Item>) => ReactNode;
