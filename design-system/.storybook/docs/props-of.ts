import type { StrictArgTypes } from 'storybook/internal/types';

/** A type as described by react-docgen. */
interface DocumentedType {
  name: string;
  /** Source text of a composite type. */
  raw?: string;
  elements?: { name: string; value?: string }[];
}

/** A component with its react-docgen data. */
export interface Documented {
  __docgenInfo?: {
    description?: string;
    props?: Record<
      string,
      { tsType?: DocumentedType; required?: boolean; description?: string; defaultValue?: { value: string } }
    >;
  };
}

/** A prop as written in its source. */
export interface Prop {
  name: string;
  type: string;
  isRequired: boolean;
  initial: string | undefined;
  description: string;
}

/** A component's own props, required ones first. `types` supplies what react-docgen cannot read: arrays. */
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

/** Writes unions out, even if the source has a name for them. */
function writtenType({ name, raw, elements = [] }: DocumentedType): string | undefined {
  if (name === 'unknown') return undefined;
  const values = elements.flatMap((element) =>
    element.name === 'literal' && element.value ? [element.value] : [],
  );
  if (name === 'union' && values.length === elements.length)
    return values.map((value) => (/^['\d]/.test(value) ? value : `'${value}'`)).join(' | ');
  return raw ?? name;
}

/** Props that are read only on mount, or that must match another prop. */
const fixed = /^(default[A-Z]|asChild$|open$)/;

/**
 * Controls with an effect: none if the story ignores its args; otherwise those for choices, and for text or numbers that the story sets.
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
