import { Card, Heading, Stack } from '@frens/platform';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';

interface SectionCardProps
  extends Pick<ComponentProps<typeof Card>, 'tone'>,
    Pick<ComponentProps<typeof Stack>, 'gap' | 'align' | 'className'> {
  title: ReactNode;
  /** The id of its title, for a list in it that the title names, too. */
  titleId?: string;
  /** Of the title; whoever gives one can focus it. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Default `md`. */
  size?: ComponentProps<typeof Heading>['size'];
  /** `aside`: beside what the page is about. */
  as?: 'section' | 'aside';
  children: ReactNode;
}

/** A part of a page on a card of its own, which is a landmark by its title. */
export function SectionCard({
  title,
  titleId,
  headingRef,
  size = 'md',
  tone,
  as: Landmark = 'section',
  children,
  ...stack
}: SectionCardProps) {
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <Card asChild tone={tone}>
      <Landmark aria-labelledby={id}>
        <Stack {...stack}>
          <Heading level={2} size={size} id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
            {title}
          </Heading>
          {children}
        </Stack>
      </Landmark>
    </Card>
  );
}
