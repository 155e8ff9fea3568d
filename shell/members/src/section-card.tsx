import { Card, Heading, Stack, Text } from '@frens/platform';
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';

interface SectionCardProps
  extends Pick<ComponentProps<typeof Card>, 'tone'>,
    Pick<ComponentProps<typeof Stack>, 'gap' | 'align' | 'className'> {
  title: ReactNode;
  /** A sentence below the title. */
  text?: ReactNode;
  /** Id of the title, for a list inside that it also names. */
  titleId?: string;
  /** Ref of the title; makes it focusable. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Size of the title; default `md`. */
  size?: ComponentProps<typeof Heading>['size'];
  /** `aside`: complementary content. */
  as?: 'section' | 'aside';
  children: ReactNode;
}

/** A section of a page on its own card: a landmark named by its title. */
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
