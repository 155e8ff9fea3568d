import { Card, Heading, Stack, Text } from '@frens/platform';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';

interface SectionCardProps
  extends Pick<ComponentProps<typeof Card>, 'tone'>,
    Pick<ComponentProps<typeof Stack>, 'gap' | 'align' | 'className'> {
  title: ReactNode;
  /** A sentence below the title. */
  text?: ReactNode;
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
  text,
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
  const heading = (
    <Heading level={2} size={size} id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
      {title}
    </Heading>
  );
  return (
    <Card asChild tone={tone}>
      <Landmark aria-labelledby={id}>
        <Stack {...stack}>
          {text === undefined ? (
            heading
          ) : (
            <Stack gap="xs">
              {heading}
              <Text tone="muted">{text}</Text>
            </Stack>
          )}
          {children}
        </Stack>
      </Landmark>
    </Card>
  );
}
