import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser';
import type { RemoteDescriptor } from '../model/composition.ts';
import type { SiteDefinition } from '../model/site-definition.ts';
import { readJson, type Wrong, wrongText } from '../read-json.ts';

/** File name of a remote's descriptor. */
export const descriptorFile = 'remote.json';

/** A problem in a descriptor. */
export interface DescriptorProblem {
  /** As in `mf-quiz/remote.json:12`. */
  where: string;
  /** By field. */
  text: string;
}

/**
 * Parses a hand-written descriptor.
 *
 * @param name of the remote
 * @param text of its `remote.json`
 */
export function readDescriptor(
  { descriptor }: Pick<SiteDefinition, 'descriptor'>,
  name: string,
  text: string,
): { data: RemoteDescriptor; problems: null } | { data: null; problems: DescriptorProblem[] } {
  const { data, wrong } = readJson(text, descriptor);
  if (data) return { data, problems: null };
  const lineOf = linesIn(text);
  const where = (one: Wrong) => `${name}/${descriptorFile}:${lineOf(one)}`;
  return { data: null, problems: wrong.map((one) => ({ where: where(one), text: wrongText(one) })) };
}

/** Finds the lines of problems; for a missing field, the line of its parent. */
function linesIn(text: string): (wrong: Wrong) => number {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  return ({ path, isSyntax }) => {
    let offset = isSyntax ? errors[0]?.offset : undefined;
    for (let length = path.length; offset === undefined && length >= 0; length -= 1) {
      // JSON has no symbols in paths.
      const node = tree && findNodeAtLocation(tree, path.slice(0, length) as (string | number)[]);
      offset = node && (node.parent?.type === 'property' ? node.parent : node).offset;
    }
    return text.slice(0, offset ?? 0).split('\n').length;
  };
}
