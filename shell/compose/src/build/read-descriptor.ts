import { RemoteDescriptor } from '@frens/contract/composition';
import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser';
import { readJson, type Wrong, wrongText } from '../read-json.ts';

/** What a remote says of itself, in its folder. */
export const descriptorFile = 'remote.json';

/** Something wrong in a descriptor. */
export interface DescriptorProblem {
  /** As in `mf-quiz/remote.json:12`. */
  where: string;
  /** By field. */
  text: string;
}

/**
 * Reads a descriptor that people write.
 *
 * @param name of the remote
 * @param text of its `remote.json`
 */
export function readDescriptor(
  name: string,
  text: string,
): { data: RemoteDescriptor; problems: null } | { data: null; problems: DescriptorProblem[] } {
  const { data, wrong } = readJson(text, RemoteDescriptor);
  if (data) return { data, problems: null };
  const lineOf = linesIn(text);
  const where = (one: Wrong) => `${name}/${descriptorFile}:${lineOf(one)}`;
  return { data: null, problems: wrong.map((one) => ({ where: where(one), text: wrongText(one) })) };
}

/** Finds the lines where something is wrong; of what is missing, the line where it would be looked for. */
function linesIn(text: string): (wrong: Wrong) => number {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  return ({ path, isSyntax }) => {
    let offset = isSyntax ? errors[0]?.offset : undefined;
    for (let length = path.length; offset === undefined && length >= 0; length -= 1) {
      // A path of symbols is of no JSON.
      const node = tree && findNodeAtLocation(tree, path.slice(0, length) as (string | number)[]);
      offset = node && (node.parent?.type === 'property' ? node.parent : node).offset;
    }
    return text.slice(0, offset ?? 0).split('\n').length;
  };
}
