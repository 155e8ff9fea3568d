import type { StrictArgTypes } from 'storybook/internal/types';

/** A type as react-docgen describes it. */
interface DocumentedType {
  name: string;
  /** As it is written, where it is no single word. */
  raw?: string;
  elements?: { name: string; value?: string }[];
}

/** A component with what react-docgen has read of it. */
export interface Documented {
  __docgenInfo?: {
    description?: string;
    props?: Record<
      string,
      { tsType?: DocumentedType; required?: boolean; description?: string; defaultValue?: { value: string } }
    >;
  };
}

/** A prop in the words of its source. */
export interface Prop {
  name: string;
  type: string;
  isRequired: boolean;
  initial: string | undefined;
  description: string;
}

/** The props that a component declares itself, required ones first. `types` has what react-docgen cannot read: lists. */
export function propsOf(
  component: Documented | undefined,
  types: Readonly<Record<string, string>> = {},
): Prop[] {
  return Object.entries(component?.__docgenInfo?.props ?? {})
    .filter(([, { tsType }]) => tsType)
    .map(([name, { tsType, required = false, description = '', defaultValue }]) => ({
      name,
      type: (tsType && writtenType(tsType)) ?? types[name] ?? 'unknown',
      isRequired: required,
      initial: defaultValue?.value,
      description,
    }))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Every choice by its name, whatever the source calls all of them. */
function writtenType({ name, raw, elements = [] }: DocumentedType): string | undefined {
  if (name === 'unknown') return undefined;
  const values = elements.flatMap((element) =>
    element.name === 'literal' && element.value ? [element.value] : [],
  );
  if (name === 'union' && values.length === elements.length)
    return values.map((value) => (/^['\d]/.test(value) ? value : `'${value}'`)).join(' | ');
  return raw ?? name;
}

/** Props that are read when the component appears, or whose value another prop has to fit. */
const fixed = /^(default[A-Z]|asChild$|open$)/;

/**
 * The controls that do something: none where a story does not read its args, and of the others those whose value is a choice, or a text or number that the story gives.
 * Their types are written out.
 */
export function usefulControls({
  argTypes,
  component,
  initialArgs,
  parameters,
}: {
  argTypes: StrictArgTypes;
  component?: Documented;
  initialArgs: Record<string, unknown>;
  parameters: Record<string, unknown>;
}): StrictArgTypes {
  if (!parameters['__isArgsStory']) return {};
  const types = new Map(propsOf(component).map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.keys({ ...initialArgs, ...argTypes }).map((name) => {
      const argType = argTypes[name] ?? { name };
      const isChosen = argType.type?.name === 'boolean' || argType.type?.name === 'enum';
      const isText = typeof initialArgs[name] === 'string' && !isChosen;
      const isTyped = isText || typeof initialArgs[name] === 'number';
      const summary = types.get(name) ?? argType.table?.type?.summary;
      const useful = fixed.test(name) || !(isChosen || isTyped) ? false : isText ? 'text' : undefined;
      const control = argType.control ?? useful;
      return [
        name,
        {
          ...argType,
          ...(control === undefined ? {} : { control }),
          table: { ...argType.table, type: { summary } },
        },
      ];
    }),
  ) as StrictArgTypes;
}
